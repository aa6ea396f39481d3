import { type ServedMock, serveWorlds } from '../../mock/doors/node/serve-mock.ts';
import type { Engine } from '../../mock/engine/engine.ts';
import {
  controlUrlOf,
  environmentOf,
  printedOrganizations,
  refuseSameVariable,
} from '../../mock/fake/environment.ts';
import { webhookUrlSchema } from '../../mock/service/controls/organization-input.ts';
import { issuesOf } from '../../src/contract/issue.ts';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { fileError } from '../files/file-error.ts';
import { checkWritable } from '../files/write-whole.ts';
import { aboutFlags } from '../flags/in-flags.ts';
import { RunFailure } from '../output/print-finding.ts';
import { writeEnvFile } from './env-lines.ts';
import { LocalWorld } from './local-world.ts';
import type { MockFlags } from './mock-flags.ts';
import { unknownOrganization } from './organization-names.ts';
import { readSeed } from './seed-source.ts';
import type { ShownService } from './service-text.ts';
import { readStateFile, readVersion, type StateVersion } from './state-file.ts';
import { StateKeeper } from './state-keeper.ts';
import { watchSeed } from './watch-seed.ts';

/** A running fake, with what its users need to know about it. */
export interface LocalService extends ShownService {
  readonly engine: Engine;
  /**
   * Stops listening and writes the state one last time.
   *
   * @throws RunFailure if the state could not be written.
   */
  close(): Promise<void>;
}

/** Errors while the service runs are reported, not thrown. */
type Tell = (message: string) => void;

/** Serves the world; an error names the flag that helps. */
async function serve(world: LocalWorld, flags: MockFlags): Promise<ServedMock> {
  const { port, host, allowHost, controlToken, dashboard, keepBodies } = flags;
  const reset = (): void => world.beginAnew();
  const options = {
    port,
    host,
    allowHosts: allowHost,
    controlToken,
    dashboardUrl: dashboard,
    keepBodies,
    reset,
  };
  try {
    return await serveWorlds(world.mock, options, {
      as: flags.as,
      another: (changes) => world.another(changes),
    });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EADDRINUSE') {
      throw invalidInput(
        '--port',
        `${port} is in use; choose another port, or --port 0 for a free one`,
      );
    }
    if (code === 'EACCES')
      throw invalidInput('--port', `${port} is not allowed; choose a port above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw invalidInput('--host', `${host} is not an address of this machine`);
    }
    throw aboutFlags(error, flags.seed);
  }
}

/** Continues from the file, if there is one. Returns what was read. */
async function goOn(world: LocalWorld, file: string): Promise<StateVersion | undefined> {
  const refuse = (error: unknown): never => {
    throw error instanceof InvalidInputError ? error : fileError('--state', file, error);
  };
  // The version first: if the file changes in between, the first write notices it.
  const version = await readVersion(file).catch(refuse);
  const state = await readStateFile(file).catch(refuse);
  if (state === undefined) return undefined;
  try {
    world.goOnFrom(state);
    refuseSameVariable(world.organizationIds());
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw invalidInput('--state', `${file}: ${error.message}`);
  }
  return version;
}

/** Rejects impossible flags and files that cannot be written, before anything is created. */
async function refuseImpossible(flags: MockFlags): Promise<void> {
  const { watch, seed, webhook, state, writeEnv } = flags;
  if (watch && (seed === undefined || seed === 'demo')) {
    throw invalidInput('--watch', 'expected --seed with a file to watch');
  }
  const [wrong] = webhook === undefined ? [] : issuesOf(webhookUrlSchema(), webhook);
  if (wrong !== undefined) throw invalidInput('--webhook', wrong.message);
  if (state !== undefined) await checkWritable('--state', state);
  if (writeEnv !== undefined) await checkWritable('--write-env', writeEnv);
}

async function calibratedReadings(file: string | undefined): Promise<Partial<Readings>> {
  if (file === undefined) return {};
  const { readReadings } = await import('../files/read-report.ts');
  return readReadings('--calibration', file);
}

/** Creates the world. Requests in the seed that the service refuses fail here. */
async function begin(flags: MockFlags): Promise<LocalWorld> {
  const seed = readSeed(flags.seed);
  const calibrated = await calibratedReadings(flags.calibration);
  try {
    return new LocalWorld(flags, seed, calibrated);
  } catch (error) {
    throw aboutFlags(error, flags.seed);
  }
}

/** Saves the state regularly. The returned function saves it one last time. */
function keepState(
  world: LocalWorld,
  file: string,
  version: StateVersion | undefined,
  tell: Tell,
): () => Promise<void> {
  const describe = (error: unknown): string =>
    `${fileError('--state', file, error).message}; the state was not saved, and the file is unchanged`;
  const keeper = new StateKeeper(file, version, world.engine, (error) => tell(describe(error)));
  return () =>
    keeper.close().catch((error: unknown) => {
      throw new RunFailure(describe(error));
    });
}

function keep(world: LocalWorld, flags: MockFlags, version: StateVersion | undefined, tell: Tell) {
  const { state, seed, watch } = flags;
  const stop = state === undefined ? undefined : keepState(world, state, version, tell);
  const unwatch = watch && seed !== undefined ? watchSeed(seed, world, tell) : undefined;
  return async (): Promise<void> => {
    unwatch?.();
    await stop?.();
  };
}

function refuseUnknown(world: LocalWorld, as: string | undefined): void {
  const known = world.organizationIds();
  if (as === undefined || known.includes(as)) return;
  throw unknownOrganization(as, known);
}

/**
 * Starts the fake with the given flags.
 *
 * @throws InvalidInputError naming the flag, before anything listens; RunFailure if the variables
 * could not be written.
 */
export async function startLocalService(flags: MockFlags, tell: Tell): Promise<LocalService> {
  await refuseImpossible(flags);
  const world = await begin(flags);
  const version = flags.state === undefined ? undefined : await goOn(world, flags.state);
  refuseUnknown(world, flags.as);
  const served = await serve(world, flags);
  const stopKeeping = keep(world, flags, version, tell);
  const { engine } = world;
  const organizations = printedOrganizations(engine, served.url);
  const { as, controlToken } = flags;
  const env = environmentOf(organizations, { baseUrl: served.url, controlToken, as });
  const close = async (): Promise<void> => {
    await served.close();
    await stopKeeping();
  };
  if (flags.writeEnv !== undefined) {
    await writeEnvFile(flags.writeEnv, env).catch(async (error: unknown) => {
      await close().catch(() => undefined);
      throw error;
    });
  }
  return {
    url: served.url,
    controlUrl: controlUrlOf(served.url),
    organizations,
    env,
    engine,
    close,
  };
}
