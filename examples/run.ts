// `npm run example <name>`: runs an example against your account if CONSENT_EVIDENCE_BASE_URL is set,
// and otherwise against a fake service that is started for it. Says what it needs if it cannot run so.
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import type { FakeEnv } from './fake-env.ts';

/** A server that an example needs beside the service, and the variables that name it. */
interface Server {
  readonly is: string;
  readonly variables: readonly string[];
}

const POSTGRES: Server = { is: 'a Postgres server', variables: ['PGHOST', 'PGDATABASE'] };
const RESTATE: Server = {
  is: 'a Restate server',
  variables: ['RESTATE_INGRESS_URL', 'RESTATE_ADMIN_URL'],
};
const REDIS: Server = { is: 'a Redis server', variables: ['REDIS_URL'] };

type Organization = Parameters<FakeEnv['env']>[0];

/** The organization of the fake that an example runs as, the file that it writes, and its server. */
export const EXAMPLES: Readonly<Record<string, readonly [Organization, string, Server?]>> = {
  'export-domains': ['sunroof', 'cdrs.ndjson'],
  'share-to-buyers': ['sunroof', 'shares.json'],
  'receive-with-criteria': ['acme', ''],
  'dry-run-criteria': ['sunroof', ''],
  'lead-intake': ['acme', 'leads.db'],
  'lead-intake-postgres': ['acme', '', POSTGRES],
  'webhook-receiver': ['planhelper', 'events.ndjson'],
  'queues/pg-boss': ['planhelper', 'evidence', POSTGRES],
  'queues/graphile-worker': ['planhelper', 'evidence', POSTGRES],
  'queues/dbos': ['planhelper', 'evidence', POSTGRES],
  'queues/restate': ['planhelper', 'evidence', RESTATE],
  'queues/bullmq': ['planhelper', 'evidence', REDIS],
  'archive-evidence': ['sunroof', 'evidence'],
  calibrate: ['sunroof', 'calibration.json'],
  commonjs: ['sunroof', ''],
  demo: ['sunroof', ''],
  telemetry: ['acme', ''],
  'undici-pool': ['sunroof', ''],
  worker: ['sunroof', ''],
};

/** The parts of the list of examples, by task: a file is in the first that fits. */
export const PARTS: readonly (readonly [title: string, files: RegExp])[] = [
  ['Test with the fake', /testing\/|seeds\/|control\/|container\/|demo/],
  ['Queues and workers', /queues\/|worker/],
  ['Receive webhooks', /webhook/],
  ['Decide leads', /intake|receive|dry-run|share-to-buyers/],
  ['Keep and find evidence', /archive|vault|export/],
  ['Measure and connect', /./],
];

/** How the examples are listed. */
function listed(): string {
  const names = Object.keys(EXAMPLES);
  const partOf = (name: string) => PARTS.find(([, files]) => files.test(name))?.[0];
  const parts = PARTS.map(([title]) => {
    const own = names.filter((name) => partOf(name) === title);
    return [title, ...own.map((name) => `  ${name}`)].join('\n');
  });
  return parts.join('\n\n');
}

/** What the files that are no programs need, by the beginning of their names; the first one counts. */
const NEEDS: readonly (readonly [string, string])[] = [
  ['s3-vault', 'an S3 client and a bucket: import s3Vault and pass them'],
  ['queues/dbos-decisions', 'an intake on a Postgres ledger: import decisionsOn and pass it there'],
  ['queues/at-least-once', 'your own queue: import evidenceOn and pass its send'],
  ['webhooks/redis-store', 'a client of a Redis server: import redisStore and pass it'],
  ['webhooks/once-postgres', 'a pool of a Postgres server and a web server: import run'],
  ['webhooks/', 'your own web server and queue: import it there'],
  ['testing/with-node-test', 'a test runner: node --test examples/testing/with-node-test.test.ts'],
  ['testing/simulation', 'a test runner: node --test examples/testing/simulation.test.ts'],
  ['testing/', 'a test runner: npx vitest run --root examples/testing'],
  [
    'control/story.py',
    'a fake: npx consent-evidence mock exec -- python3 examples/control/story.py',
  ],
  ['control/story.sh', 'a fake: npx consent-evidence mock exec -- sh examples/control/story.sh'],
  ['seeds/', 'a fake: npx consent-evidence mock --seed examples/seeds/solar.json'],
  ['', 'a program that imports it, as other examples do'],
];

interface Example {
  run(env: object): Promise<object | undefined>;
}

class NeedsMore extends Error {}

/** If the example is a server, waits for Ctrl-C or SIGTERM, then for the work in progress. */
async function untilInterrupted(result: object): Promise<void> {
  if (!('close' in result && typeof result.close === 'function')) return;
  const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  console.log('Ctrl-C stops it.');
  await interrupted;
  await (result.close as () => unknown)();
}

/** What is missing where the service is the fake and there may be no server. */
function checkServer({ is, variables }: Server): void {
  const missing = variables.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new NeedsMore(`${is}: set ${missing.join(' and ')}`);
}

async function start(name: string, env: object, server: Server | undefined) {
  const file = name === 'commonjs' ? './commonjs.cjs' : `./${name}.ts`;
  const example = (await import(file)) as Example;
  try {
    return await example.run(env);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The error of a server is not ours, and does not say which variables name the server.
    if (server === undefined || code === undefined) throw error;
    const where = server.variables.join(' and ');
    throw new NeedsMore(`${server.is}, and ${where} may be wrong: ${message || code}`);
  }
}

async function runExample(name: string): Promise<void> {
  const [organizationId, file, server] = EXAMPLES[name] ?? [];
  if (organizationId === undefined) {
    throw new NeedsMore(NEEDS.find(([beginning]) => name.startsWith(beginning))?.[1]);
  }
  if (server !== undefined) checkServer(server);
  let fake: FakeEnv | undefined;
  if (process.env['CONSENT_EVIDENCE_BASE_URL'] === undefined) {
    fake = await (await import('./fake-env.ts')).startFake();
  }
  try {
    const own = await fake?.env(organizationId, file);
    const result = await start(name, { ...process.env, ...own }, server);
    if (result === undefined) return;
    console.log(result);
    await untilInterrupted(result);
  } finally {
    await fake?.close();
  }
}

/** Runs the example of this name; resolves to the exit code. */
export async function main(given = ''): Promise<number> {
  const name = given.replace(/\.c?ts$/, '');
  const isFile =
    name !== '' && ['', '.ts'].some((end) => existsSync(new URL(name + end, import.meta.url)));
  if (!Object.hasOwn(EXAMPLES, name) && !isFile) {
    console.error(`usage: npm run example <name>\n\n${listed()}`);
    return 2;
  }
  try {
    await runExample(name);
    return 0;
  } catch (error) {
    if (!(error instanceof NeedsMore)) throw error;
    console.error(`${name} needs ${error.message}`);
    return 1;
  }
}

if (realpathSync(process.argv[1] ?? '') === import.meta.filename) {
  const code = await main(process.argv[2]);
  // What a failed start left open would keep the process.
  if (code !== 0) process.exit(code);
}
