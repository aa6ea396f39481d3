// `npm run example <name>`: runs an example against your account if CONSENT_EVIDENCE_BASE_URL is set,
// and otherwise against a fake service that is started for it.
import { once } from 'node:events';
import { type FakeEnv, startFake } from './fake-env.ts';

/** The organization of the fake that each example runs as, and the file that it writes. */
const EXAMPLES = {
  'export-domains': ['sunroof', 'cdrs.ndjson'],
  'share-to-buyers': ['sunroof', 'shares.json'],
  'receive-with-criteria': ['acme', ''],
  'dry-run-criteria': ['sunroof', ''],
  'lead-intake': ['acme', 'leads.db'],
  'lead-intake-postgres': ['acme', ''],
  'webhook-receiver': ['planhelper', 'events.ndjson'],
  'archive-evidence': ['sunroof', 'evidence'],
  calibrate: ['sunroof', 'calibration.json'],
  commonjs: ['sunroof', ''],
  telemetry: ['acme', ''],
  'undici-pool': ['sunroof', ''],
  worker: ['sunroof', ''],
} as const;

type Name = keyof typeof EXAMPLES;

interface Example {
  run(env: object): Promise<object>;
}

function isName(name: string | undefined): name is Name {
  return name !== undefined && Object.hasOwn(EXAMPLES, name);
}

/** If the example is a server, waits for Ctrl-C or SIGTERM, then for the work in progress. */
async function untilInterrupted(result: object): Promise<void> {
  if (!('close' in result && typeof result.close === 'function')) return;
  console.log('Ctrl-C stops it.');
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  await (result.close as () => unknown)();
}

async function main(name: string | undefined): Promise<void> {
  if (!isName(name)) {
    console.error(`usage: npm run example <name>\n\n  ${Object.keys(EXAMPLES).join('\n  ')}`);
    process.exitCode = 2;
    return;
  }
  const [organizationId, file] = EXAMPLES[name];
  let fake: FakeEnv | undefined;
  if (process.env['CONSENT_EVIDENCE_BASE_URL'] === undefined) fake = await startFake();
  try {
    const path = name === 'commonjs' ? './commonjs.cjs' : `./${name}.ts`;
    const example = (await import(path)) as Example;
    const result = await example.run(
      fake === undefined
        ? process.env
        : { ...process.env, ...(await fake.env(organizationId, file)) },
    );
    console.log(result);
    await untilInterrupted(result);
  } finally {
    await fake?.close();
  }
}

await main(process.argv[2]);
