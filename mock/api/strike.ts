import type { Engine } from '../engine/engine.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import type { StoredFault } from '../world/fault.ts';
import {
  type CoreOutcome,
  type CoreRequest,
  failureReply,
  readBody,
  refuseLeftOver,
  type Trail,
} from './core-message.ts';
import { failureOf, needsBody } from './fault-answer.ts';
import { allowOf } from './route.ts';

/** Reads the body if nothing has read it yet. A body that cannot be read counts as absent. */
async function readForFault(engine: Engine, request: CoreRequest, trail: Trail): Promise<void> {
  if ('body' in trail) return;
  try {
    trail.body = await readBody(request, engine.maxBodyBytes, trail);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
  }
  refuseLeftOver(engine, trail);
}

/** Waits for the fault's delay and returns its answer, if it has one. */
export async function strike(
  engine: Engine,
  fault: StoredFault,
  request: CoreRequest,
  trail: Trail,
): Promise<CoreOutcome | undefined> {
  const { faultId, phase, delayMs, drop } = fault;
  if (delayMs > 0) await engine.clock.until(engine.clock.now() + delayMs);
  refuseLeftOver(engine, trail);
  if (drop) trail.code = null;
  if (needsBody(fault)) await readForFault(engine, request, trail);
  const { readings } = engine;
  const failure = failureOf(fault, { allow: allowOf(request.path), body: trail.body, readings });
  if (!drop && failure === undefined) return undefined;
  trail.decision = {
    check: `no fault strikes ${phase} the operation`,
    section: 'fault',
    values: { faultId, drop, status: failure?.status ?? null },
  };
  if (drop || failure === undefined) return 'drop';
  trail.code = failure.code;
  trail.message = failure.message;
  return failureReply(failure, trail.requestId, engine.clock.now());
}
