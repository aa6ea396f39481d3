import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { API_KEY } from '../fixtures/key.ts';
import { record } from '../fixtures/record.ts';
import { installedBytes } from '../harness/installed-bytes.ts';
import type { Row } from '../harness/row.ts';
import { BENCH } from '../harness/stage.ts';
import { ratioOf, spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';
import { withReplies } from '../servers/with-replies.ts';

const EMPTY = 'an empty process';
const ROUNDS = 45;

/** A package to import, and the code that gets one call answered. */
interface Package {
  readonly name: string;
  readonly peer: boolean;
  /** The import specifier, such as `default as Stripe`. */
  readonly use: string;
  readonly call?: (server: URL) => string;
  readonly importLimit?: number;
  readonly gzipLimitKb?: number;
  /** A program that uses one part of the package, to measure its bundle. */
  readonly used?: string;
  readonly usedLimitKb?: number;
}

const packages: readonly Package[] = [
  {
    name: 'consent-evidence/webhooks',
    peer: false,
    use: 'verifyWebhook',
    importLimit: 1.12,
    gzipLimitKb: 8,
    used: "export { verifyWebhook } from 'consent-evidence/webhooks'",
    usedLimitKb: 3.6,
  },
  {
    name: 'consent-evidence',
    peer: false,
    use: 'ConsentEvidence',
    call: ({ origin }) =>
      `await new ConsentEvidence({ apiKey: '${API_KEY}', baseUrl: '${origin}' }).cdrs.get('${record.cdrId}')`,
    importLimit: 1.3,
    gzipLimitKb: 56,
    used: "import { ConsentEvidence } from 'consent-evidence'; export default await new ConsentEvidence().cdrs.get('x')",
    usedLimitKb: 33,
  },
  {
    name: 'consent-evidence/mock',
    peer: false,
    use: 'createMockService',
    importLimit: 1.8,
  },
  {
    name: '@workos-inc/node',
    peer: true,
    use: 'WorkOS',
    call: ({ hostname, port }) =>
      `await new WorkOS('k', { apiHostname: '${hostname}', port: ${port}, https: false }).get('/v1/x')`,
  },
  {
    name: 'resend',
    peer: true,
    use: 'Resend',
    call: ({ origin }) => `await new Resend('k', { baseUrl: '${origin}' }).get('/v1/x')`,
  },
  {
    name: 'stripe',
    peer: true,
    use: 'default as Stripe',
    call: ({ hostname, port }) =>
      `await new Stripe('k', { host: '${hostname}', port: ${port}, protocol: 'http' }).products.retrieve('x')`,
  },
  {
    name: 'openai',
    peer: true,
    use: 'default as OpenAI',
    call: ({ origin }) =>
      `await new OpenAI({ apiKey: 'k', baseURL: '${origin}' }).models.retrieve('x')`,
  },
];

function importOf({ name, use }: Package): string {
  return `import { ${use} } from '${name}';`;
}

/** Writes a program to a file, because `--eval` would add to the cost of a start. */
function programFile(name: string, source: string): string {
  const file = path.join(BENCH, 'node_modules', `.start-${name.replaceAll(/\W/g, '-')}.mjs`);
  writeFileSync(file, source);
  return file;
}

function timeOf(file: string): number {
  const began = performance.now();
  execFileSync(process.execPath, [file], {
    cwd: BENCH,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  });
  return performance.now() - began;
}

interface Start {
  readonly subject: string;
  readonly file: string;
  readonly limit?: number;
}

function startRows(measure: string, starts: readonly Start[], { smoke }: Plan): Row[] {
  const times = new Map<Start, number[]>(starts.map((start) => [start, []]));
  for (let turn = smoke ? 0 : -2; turn < (smoke ? 1 : ROUNDS); turn += 1) {
    for (const [{ file }, list] of times) {
      const time = timeOf(file);
      if (turn >= 0) list.push(time);
    }
  }
  const [base = []] = times.values();
  return [...times].map(([{ subject, limit }, list]) => ({
    measure,
    subject,
    value: spreadOf(list),
    unit: 'ms',
    ratio: ratioOf(list, base),
    ...(limit !== undefined && { limit }),
  }));
}

function imports(used: readonly Package[]): Start[] {
  return [
    { subject: EMPTY, file: programFile('empty', '') },
    ...used.map((each) => ({
      subject: each.name,
      file: programFile(`import-${each.name}`, importOf(each)),
      ...(each.importLimit !== undefined && { limit: each.importLimit }),
    })),
  ];
}

function firstCalls(used: readonly Package[], server: string): Start[] {
  const bare = `await (await fetch('${server}/v1/x')).json();`;
  return [
    { subject: 'fetch + json', file: programFile('fetch', bare) },
    ...used.flatMap((each) => {
      if (each.call === undefined) return [];
      const source = `${importOf(each)}\n${each.call(new URL(server))};\nprocess.exit();`;
      return [{ subject: each.name, file: programFile(`call-${each.name}`, source) }];
    }),
  ];
}

/** Returns the size of the program's bundle, minified and compressed, in KB. */
async function bundleKb(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: BENCH },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).byteLength / 1024;
}

/** Returns the size of a bundle of everything that the package exports. */
function gzipKb(name: string): Promise<number> {
  const all = `export * from '${name}'`;
  return bundleKb(`${all}; export { default } from '${name}'`).catch(() => bundleKb(all));
}

async function sizeRows(used: readonly Package[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, gzipLimitKb } of used) {
    rows.push({
      measure: 'a bundle of all exports, minified and gzipped',
      subject: name,
      value: spreadOf([await gzipKb(name)]),
      unit: 'KB',
      ...(gzipLimitKb !== undefined && { limit: gzipLimitKb }),
    });
  }
  for (const { name, used: program, usedLimitKb } of used) {
    if (program === undefined || usedLimitKb === undefined) continue;
    rows.push({
      measure: 'a bundle of one use, minified and gzipped',
      subject: name,
      value: spreadOf([await bundleKb(program)]),
      unit: 'KB',
      limit: usedLimitKb,
    });
  }
  for (const { name } of used.filter((each) => !each.name.startsWith('consent-evidence/'))) {
    rows.push({
      measure: 'installed, dependencies included',
      subject: name,
      value: spreadOf([installedBytes(name) / 1024]),
      unit: 'KB',
    });
  }
  return rows;
}

export const suite: Suite = {
  title: 'Start and size',
  about: 'Processes from start to end, without a compile cache.',
  run: async (plan) => {
    const used = packages.filter(({ name, peer }) => !peer || plan.peers.has(name));
    return [
      ...startRows('import', imports(used), plan),
      // The server is a process of its own, so that waiting for a program does not block it.
      ...(await withReplies(async (server) =>
        startRows('to the first answered call', firstCalls(used, server), plan),
      )),
      ...(await sizeRows(used)),
    ];
  },
};
