import { bundle, firstLoadBytes } from './bundle.ts';

/** A program whose bundle has a budget. */
interface Program {
  readonly source: string;
  /** Whether it is measured as what it adds to a bundle that has the client already. */
  readonly besideClient?: true;
  /** Whether only what it loads at once is measured, by a bundler that splits code. */
  readonly firstLoad?: true;
}

const CLIENT = "export * from './dist/index.js'";
const ONE_CALL =
  "import { ConsentEvidence } from './dist/index.js'; export default await new ConsentEvidence().cdrs.get('x')";

/** The programs whose bundles, minified and gzipped, have a budget. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  'verifyWebhook alone': { source: "export { verifyWebhook } from './dist/webhooks.js'" },
  'a receiver': { source: "export { createWebhookHandler } from './dist/webhooks.js'" },
  'consent-evidence/webhooks': { source: "export * from './dist/webhooks.js'" },
  'consent-evidence/webhooks/sqlite': { source: "export * from './dist/webhooks/sqlite.js'" },
  'consent-evidence/webhooks/postgres': { source: "export * from './dist/webhooks/postgres.js'" },
  'isApiError alone': { source: "export { isApiError } from './dist/index.js'" },
  'a program of one call': { source: ONE_CALL },
  'a program of one call, at first load': { source: ONE_CALL, firstLoad: true },
  'consent-evidence': { source: CLIENT },
  'consent-evidence/mock': { source: "export * from './dist/mock.js'" },
  'consent-evidence/mock/simulate': { source: "export * from './dist/mock/simulate.js'" },
  'consent-evidence/calibrate': {
    source: "export * from './dist/calibrate.js'",
    besideClient: true,
  },
  'an intake': {
    source: "export { createLeadIntake, memoryLedger } from './dist/intake.js'",
    besideClient: true,
  },
  'consent-evidence/intake': { source: "export * from './dist/intake.js'", besideClient: true },
  'consent-evidence/intake/sqlite': {
    source: "export * from './dist/intake/sqlite.js'",
    besideClient: true,
  },
  'consent-evidence/intake/postgres': {
    source: "export * from './dist/intake/postgres.js'",
    besideClient: true,
  },
  'consent-evidence/archive': { source: "export * from './dist/archive.js'", besideClient: true },
  'consent-evidence/otel': { source: "export * from './dist/otel.js'", besideClient: true },
  'consent-evidence/undici': { source: "export * from './dist/undici.js'", besideClient: true },
};

export const PROGRAM_NAMES: readonly string[] = Object.keys(PROGRAMS);

/** Bundles the program with this name from the build in `dist`; resolves to its bytes. */
export async function bytesOfProgram(name: string): Promise<number> {
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`there is no program named ${name}`);
  if (program.firstLoad) return firstLoadBytes(program.source);
  if (!program.besideClient) return (await bundle(program.source)).gzipBytes;
  const [alone, both] = [await bundle(CLIENT), await bundle(`${CLIENT}; ${program.source}`)];
  return both.gzipBytes - alone.gzipBytes;
}
