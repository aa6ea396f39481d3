import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { controlDocument } from '../../mock/control/control-document.ts';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { serveMock } from '../../mock/node.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { serviceDocument } from '../../mock/openapi/service-document.ts';
import { asOpenApi30 } from '../../scripts/openapi-3-0.ts';

const HOME = 'test/generators';
const TOOLS = ['openapi-typescript', 'hey-api', 'orval', 'kubb', 'oazapfts'];
const options = { baseUrl: 'https://api.consent-evidence.example', version: '1.0.0' };
const service = serviceDocument(options);
const control = { serverUrl: 'http://127.0.0.1:4010/_mock/api', version: '1.0.0' };

const DOCUMENTS: [name: string, document: Json][] = [
  ['the document', service],
  ['its OpenAPI 3.0 form', asOpenApi30(service)],
  ['the document of the control API', controlDocument(controlEndpoints, control)],
];

const isInstalled = existsSync(`${HOME}/node_modules/.bin/orval`);
if (!isInstalled) console.log('skipped: no generators here (npm run generators)');

const scratch = mkdtempSync(path.join(tmpdir(), 'generators-'));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Writes a document as a file, and returns where. */
function fileOf(document: Json): string {
  const file = path.join(scratch, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Runs a program in the folder of the generators and returns all that it prints, if it succeeds. */
function run(...[command = '', ...args]: string[]): string {
  try {
    return execFileSync(command, args, { cwd: HOME, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

const generate = (document: Json) => run(process.execPath, 'generate.mjs', fileOf(document));
const compile = (project: string) => run('node_modules/.bin/tsc', '-p', project);

/** Loads a program of the folder, with what was generated for it. */
async function load<T>(name: string): Promise<T> {
  const outfile = path.join(scratch, `${name}.mjs`);
  const entryPoints = [`${HOME}/stories/${name}.ts`];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return (await import(pathToFileURL(outfile).href)) as T;
}

interface Story {
  readonly play: (world: Readonly<Record<string, string>>) => Promise<unknown>;
}

describe.runIf(isInstalled)('code that is generated from the OpenAPI document', () => {
  beforeAll(() => {
    generate(service);
  }, 300_000);

  it('compiles under strict settings, and refuses a misspelt criterion', () => {
    expect(compile('.')).toBe('');
  }, 300_000);

  it.each(TOOLS)(
    'plays the story against the fake: %s',
    async (tool) => {
      const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
      const seller = mock.addOrganization({ name: 'Sunroof', autoCollect: false });
      const buyer = mock.addOrganization({ name: 'Acme' });
      const { cdrId, domainId } = mock.capture(seller, presets.checkedBox());
      const rendering = { render: 'manual', autoShare: true } as const;
      const pending = mock.capture(seller, { ...presets.checkedBox(), ...rendering });
      const served = await serveMock(mock, { port: 0 });
      try {
        vi.stubEnv('BASE_URL', served.url);
        const { play } = await load<Story>(tool);
        const outcome = await play({
          ...{ baseUrl: served.url, seller: seller.apiKey, buyer: buyer.apiKey },
          pendingToken: pending.shareUrl?.split('/').at(-1) ?? '',
        });
        expect(outcome).toEqual({
          ...{ domains: [domainId], cdrIds: [cdrId], received: cdrId, alreadyCollected: true },
          expiresAt: Date.parse('2026-01-05T12:01:00Z'),
          refusedFor: ['LEAD_PHONE_NOT_MATCHED'],
          ...{ misspelt: 'INVALID_ARGUMENT', pending: 'CDR_PENDING', mechanism: 'checkbox' },
          downloadUrl: expect.stringContaining(cdrId) as unknown,
        });
        expect(mock.charges()).toHaveLength(1);
      } finally {
        await served.close();
      }
    },
    60_000,
  );

  it('refuses a misspelt criterion at run time only with the switch that the guide names', async () => {
    const { verdicts } = await load<{ verdicts: unknown }>('validators');
    const [strict, loose] = [
      [true, false, false],
      [true, true, true],
    ];
    expect(verdicts).toEqual({
      ...{ heyApi: strict, orval: strict, kubb: strict },
      ...{ heyApiLoose: loose, orvalLoose: loose, kubbLoose: loose },
    });
  }, 60_000);

  it('has its switches in the guide as they were run', () => {
    const guide = readFileSync('docs/guides/openapi.md', 'utf8');
    const blocks = [...guide.matchAll(/```js \[(.+)\]\n([\s\S]*?)```/g)];
    const files = { 'Hey API': 'hey-api', orval: 'orval', Kubb: 'kubb' };
    expect(blocks.map(([, name]) => name)).toEqual(Object.keys(files));
    for (const [, name, code = ''] of blocks) {
      const file = `${HOME}/configs/${files[name as keyof typeof files]}.mjs`;
      const run = code.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
      const config = readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim());
      expect(config).toEqual(expect.arrayContaining(run.map((line) => line.trim())));
    }
  });

  it.each(DOCUMENTS.slice(1))(
    'compiles under strict settings from %s',
    (_name, document) => {
      generate(document);
      expect(compile('tsconfig.generated.json')).toBe('');
    },
    300_000,
  );
});

describe.runIf(isInstalled).each(DOCUMENTS)('%s', (_name, document) => {
  it('has nothing that Redocly warns of', () => {
    const said = run('node_modules/.bin/redocly', 'lint', '--format=json', fileOf(document));
    const { totals } = JSON.parse(said.slice(said.indexOf('{'))) as { totals: unknown };
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  }, 60_000);

  it('has nothing that Spectral warns of', () => {
    const lint = ['lint', '-r', 'configs/spectral.json', '--fail-severity=hint', '-q'];
    expect(run('node_modules/.bin/spectral', ...lint, fileOf(document))).toBe('');
  }, 60_000);
});
