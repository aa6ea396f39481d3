/** The servers that the fake is compared with, each as a program of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_KEY } from '../fixtures/key.ts';
import { record } from '../fixtures/record.ts';
import { BENCH } from '../harness/stage.ts';

/** How to start a server, and what to request from it. */
export interface Program {
  readonly peer?: string;
  /** The arguments to `node` for a server at `port`; ours and the bare one choose their own. */
  readonly args: (port: number) => readonly string[];
  readonly path: string;
  /** The key that it accepts. Default: the benchmarks' own key. */
  readonly apiKey?: string;
  /** Whether the program prints its address and its key itself. */
  readonly announces?: boolean;
  /** Variables that it is given besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether only its start is measured. */
  readonly startOnly?: boolean;
}

const reply = { ok: true, data: { cdr: record }, requestId: 'req_1' };

/** A key check and a constant reply, using only the platform. */
const bare = `
import { createServer } from 'node:http';
const body = ${JSON.stringify(JSON.stringify(reply))};
const server = createServer((request, response) => {
  const allowed = request.headers['x-api-key'] === '${API_KEY}';
  response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json; charset=utf-8' });
  response.end(allowed ? body : undefined);
});
server.listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  console.log(JSON.stringify({ url, apiKey: '${API_KEY}', path: '/v1/x' }));
});
`;

const fake = `
import { createMockService, presets } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
const mock = createMockService();
const organization = mock.addOrganization({ name: 'Acme Solar' });
const { cdrId } = mock.capture(organization, presets.checkedBox());
const { url } = await serveMock(mock);
console.log(JSON.stringify({ url, apiKey: organization.apiKey, path: '/v1/cdrs/' + cdrId }));
`;

const openapi = {
  openapi: '3.0.3',
  info: { title: 'bench', version: '1' },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
  },
  paths: {
    '/v1/x': {
      get: {
        security: [{ key: [] }],
        responses: {
          200: { description: 'ok', content: { 'application/json': { example: reply } } },
        },
      },
    },
  },
};

/** Makes Mockoon's data for one route that returns the record if the key is right. */
function mockoonData(port: number): object {
  const response = {
    uuid: '00000000-0000-4000-8000-000000000003',
    body: JSON.stringify(reply),
    statusCode: 200,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    rules: [
      {
        target: 'header',
        modifier: 'x-api-key',
        value: API_KEY,
        invert: false,
        operator: 'equals',
      },
    ],
    rulesOperator: 'AND',
    bodyType: 'INLINE',
    disableTemplating: true,
    default: true,
  };
  return {
    uuid: '00000000-0000-4000-8000-000000000001',
    lastMigration: 33,
    name: 'bench',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    routes: [
      {
        uuid: '00000000-0000-4000-8000-000000000002',
        type: 'http',
        method: 'get',
        endpoint: 'v1/x',
        responses: [response],
      },
    ],
    rootChildren: [{ type: 'route', uuid: '00000000-0000-4000-8000-000000000002' }],
  };
}

/** Writes a file for a server to read, in a folder that is not kept. */
function file(name: string, content: object): string {
  const folder = path.join(BENCH, 'node_modules/.bench');
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, name);
  writeFileSync(target, JSON.stringify(content));
  return target;
}

function bin(name: string): string {
  return path.join(BENCH, 'node_modules/.bin', name);
}

const inline = (program: string): string[] => ['--input-type=module', '--eval', program];

const COMMAND_KEY = 'bench.local-only';

/** The seed for the command: the same record as in the fake inside a program. */
const seed = {
  organizations: [{ organizationId: 'acme', name: 'Acme Solar', apiKey: COMMAND_KEY }],
  captures: [{ organization: 'acme', cdrId: 'cdr_bench', preset: 'checkedBox' }],
};

const command: Program = {
  args: (port) => [
    path.join(BENCH, 'node_modules/consent-evidence/dist/cli.js'),
    ...['mock', '--port', String(port), '--quiet', '--seed', file('seed.json', seed)],
  ],
  path: '/v1/cdrs/cdr_bench',
  apiKey: COMMAND_KEY,
};

export const programs: Readonly<Record<string, Program>> = {
  'bare node:http': { args: () => inline(bare), path: '', announces: true },
  'consent-evidence, served': { args: () => inline(fake), path: '', announces: true },
  'consent-evidence, command': command,
  'consent-evidence, command for the first time': {
    ...command,
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    startOnly: true,
  },
  'oauth2-mock-server': {
    peer: 'oauth2-mock-server',
    args: (port) => [bin('oauth2-mock-server'), '-a', '127.0.0.1', '-p', String(port)],
    path: '/jwks',
  },
  'json-server': {
    peer: 'json-server',
    args: (port) => [
      bin('json-server'),
      ...['--quiet', '--host', '127.0.0.1', '--port', String(port)],
      file('json-server.json', { records: [{ id: 1, ...reply }] }),
    ],
    path: '/records/1',
  },
  '@stoplight/prism-cli': {
    peer: '@stoplight/prism-cli',
    args: (port) => [
      bin('prism'),
      ...['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'error'],
      file('openapi.json', openapi),
    ],
    path: '/v1/x',
  },
  '@mockoon/cli': {
    peer: '@mockoon/cli',
    args: (port) => [
      bin('mockoon-cli'),
      ...['start', '--disable-log-to-file', '--disable-admin-api', '--data'],
      file('mockoon.json', mockoonData(port)),
    ],
    path: '/v1/x',
  },
};
