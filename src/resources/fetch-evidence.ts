import type { CdrListEntry } from '../contract/cdr.ts';
import { Evidence, type EvidenceRequest } from './evidence.ts';
import type { DownloadedEvidence, EvidenceReceipt } from './evidence-receipt.ts';
import { MemorySink } from './evidence-sink.ts';
import { FileSink } from './file-sink.ts';
import { sha256Hex } from './sha256.ts';

/** The largest image that is held in memory. A file has no limit. */
const MEMORY_MAX_BYTES = 64 * 1024 * 1024;

/** Fetches an image into memory. */
export async function fetchIntoMemory<Given extends CdrListEntry>(
  request: EvidenceRequest<Given>,
): Promise<DownloadedEvidence<Given>> {
  const sink = new MemorySink();
  const receipt = await new Evidence(request).fetch(MEMORY_MAX_BYTES, sink);
  const bytes = sink.bytes();
  return { ...receipt, bytes, sha256: await sha256Hex(bytes) };
}

/** Fetches an image into the file at `path`. Leaves nothing behind on failure. */
export async function fetchIntoFile<Given extends CdrListEntry>(
  request: EvidenceRequest<Given>,
  path: string,
): Promise<EvidenceReceipt<Given>> {
  const evidence = new Evidence(request);
  const sink = await FileSink.open(path);
  try {
    const receipt = await evidence.fetch(Number.MAX_SAFE_INTEGER, sink);
    return { ...receipt, sha256: sink.sha256() };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}
