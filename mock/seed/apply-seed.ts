import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { CaptureInput } from '../capture/capture-input.ts';
import { checkInput } from '../check-input.ts';
import { addOrganization, resolveOrganization } from '../controls/organizations.ts';
import { capture } from '../controls/records.ts';
import type { Engine } from '../engine.ts';
import { ServiceFailure } from '../failure.ts';
import type { KeyedCall } from '../operations/call.ts';
import { collectCdr } from '../operations/collect-cdr.ts';
import { receiveShare } from '../operations/receive-share.ts';
import { createToken } from '../operations/share-cdr.ts';
import { presets } from '../presets.ts';
import { demoSeed } from './demo.ts';
import { type Seed, type SeedCapture, seedSchema } from './seed.ts';

/** Says at which place of the seed something could not be done. */
function at<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ServiceFailure) {
      throw invalidInput(path, `the service refuses this: ${error.code}, ${error.message}`);
    }
    if (error instanceof Error) throw invalidInput(path, error.message);
    throw error;
  }
}

function pageOf({ preset, page, ageMs = 0 }: SeedCapture, now: number): CaptureInput {
  const times = ageMs === 0 ? {} : { capturedAt: now - ageMs, createdAt: now - ageMs };
  // What it lacks, the check of the capture names.
  const changes = { ...times, ...page } as CaptureInput;
  return preset === undefined ? changes : presets[preset](changes);
}

function callOf(engine: Engine, organizationId: string, rest: Partial<KeyedCall>): KeyedCall {
  return {
    engine,
    now: engine.clock.now(),
    requestId: 'seed',
    urls: engine.urls,
    params: {},
    query: new URLSearchParams(),
    body: undefined,
    organization: resolveOrganization(engine, organizationId),
    ...rest,
  };
}

/** Makes the world hold what the seed says; a seed that the service would refuse is refused. */
export function applySeed(engine: Engine, given: 'demo' | Seed): void {
  const seed = given === 'demo' ? demoSeed : given;
  checkInput(seedSchema, seed);
  const cdrIds = new Map<string, string>();
  const cdrIdOf = (name: string): string => {
    const cdrId = cdrIds.get(name);
    if (cdrId !== undefined) return cdrId;
    throw invalidInput('capture', `no capture of this seed is named "${name}"`);
  };
  seed.organizations.forEach((organization, index) => {
    at(`organizations.${index}`, () => addOrganization(engine, organization));
  });
  (seed.captures ?? []).forEach((each, index) => {
    at(`captures.${index}`, () => {
      const made = capture(engine, each.organization, pageOf(each, engine.clock.now()));
      if (each.name !== undefined) cdrIds.set(each.name, made.cdrId);
    });
  });
  (seed.collects ?? []).forEach((each, index) => {
    at(`collects.${index}`, () => {
      const params = { cdrId: cdrIdOf(each.capture) };
      collectCdr(callOf(engine, each.organization, { params }));
    });
  });
  (seed.shares ?? []).forEach(({ capture: name, from, expiresInMs, receivedBy = [] }, index) => {
    at(`shares.${index}`, () => {
      const { organizationId } = resolveOrganization(engine, from);
      const cdr = engine.world.cdrs.get(cdrIdOf(name));
      if (cdr === undefined) throw invalidInput('capture', 'the record is gone');
      const now = engine.clock.now();
      const { token } = createToken(engine, cdr, organizationId, { now, expiresInMs });
      for (const receiver of receivedBy) {
        receiveShare(callOf(engine, receiver, { params: { token } }));
      }
    });
  });
}
