import { evidenceImageOf, IMAGE_HEADERS } from '../capture/evidence-image.ts';
import type { Engine } from '../engine/engine.ts';
import { aimOf, takeFault } from '../service/faults/take-fault.ts';
import type { StoredCdr } from '../world/entities.ts';
import {
  baseHeaders,
  type CoreOutcome,
  type CoreReply,
  type CoreRequest,
  type Trail,
} from './core-message.ts';
import { strike } from './strike.ts';

function textReply(status: number, text: string, now: number): CoreReply {
  const headers = { ...baseHeaders(now), 'content-type': 'text/plain; charset=utf-8' };
  return { status, headers, body: `${text}\n` };
}

/** Returns the id of the record that a download URL names, signed or not. */
function cdrIdInAddress(path: string): string | undefined {
  return /^\/cdrs\/([^/]+)$/.exec(path)?.[1];
}

/** Returns the record that a download URL names, if the service signed the URL. */
function signedCdr({ world, ids }: Engine, { path, query }: CoreRequest): StoredCdr | undefined {
  const cdrId = cdrIdInAddress(path);
  if (cdrId === undefined) return undefined;
  const material = `${cdrId} ${query.get('expires')} ${query.get('nonce')}`;
  return ids.sign(material) === query.get('signature') ? world.cdrs.get(cdrId) : undefined;
}

/**
 * Returns the evidence image behind a `downloadUrl` (spec §2.3): no key, no envelope. The URL expires
 * after 300 seconds, to the millisecond.
 */
function downloadEvidence(engine: Engine, request: CoreRequest, now: number): CoreReply {
  if (request.method !== 'GET') return textReply(405, 'only GET', now);
  const cdr = signedCdr(engine, request);
  if (cdr === undefined) return textReply(403, 'the URL was not signed by the service', now);
  if (now >= Number(request.query.get('expires'))) {
    const { deadDownloadStatus } = engine.readings;
    return textReply(deadDownloadStatus, 'the URL has expired; read the record again', now);
  }
  const bytes = evidenceImageOf(cdr.page).bytes();
  const headers = {
    ...baseHeaders(now),
    ...IMAGE_HEADERS,
    'content-type': cdr.contentType,
    'content-length': String(bytes.byteLength),
  };
  return { status: 200, headers, body: bytes };
}

/** Answers with the image, or as a fault says. */
export async function answerEvidence(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
): Promise<CoreOutcome> {
  trail.operation = 'cdrs.download';
  const cdrId = cdrIdInAddress(request.path);
  const aim = aimOf(engine, 'cdrs.download', cdrId === undefined ? {} : { cdrId }, null);
  for (const phase of ['before', 'after'] as const) {
    const fault = takeFault(engine, aim, phase);
    const struck = fault && (await strike(engine, fault, request, trail));
    if (struck !== undefined) return struck;
  }
  return downloadEvidence(engine, request, engine.clock.now());
}
