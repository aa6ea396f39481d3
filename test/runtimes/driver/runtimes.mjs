import path from 'node:path';

/** The folder of the runtimes: its `node_modules` has their binaries, and the package under test. */
export const ROOM = path.resolve(import.meta.dirname, '..');

/** The text for what cannot be installed on this machine. */
export const ABSENT = 'not installed here';

const bin = (name) => path.join(ROOM, 'node_modules', name);

const NODE = {
  kind: 'process',
  args: () => [],
  // If nothing was sent, its errors prove it.
  provesNotSent: true,
  // `fetch` accepts the option `cache`.
  knowsCache: true,
  hasSockets: true,
  // Files, a server, `require`.
  hasSystem: true,
  hasEnvironment: true,
};

const DENO = { ...NODE, file: bin('deno/deno'), env: { DENO_NO_UPDATE_CHECK: '1' } };

const WORKERD = {
  kind: 'worker',
  file: bin('workerd/bin/workerd'),
  hasSockets: true,
  provesNotSent: false,
  knowsCache: true,
  date: '2025-05-01',
  fileRefusal: 'InvalidInputError',
  flags: [],
};

/** Every runtime in every configuration that changes what the package can use. */
export const RUNTIMES = [
  { ...NODE, name: 'Node 22', file: bin('node-22/bin/node') },
  { ...NODE, name: 'Node 26', file: bin('node-26/bin/node') },
  { ...NODE, name: 'Bun', file: bin('bun/bin/bun.exe') },
  {
    ...DENO,
    name: 'Deno',
    args: (folder) => [
      'run',
      '--no-prompt',
      '--allow-net=127.0.0.1,localhost',
      '--allow-env=CONSENT_EVIDENCE_API_KEY,CONSENT_EVIDENCE_BASE_URL',
      `--allow-read=${ROOM},${folder}`,
      `--allow-write=${folder}`,
    ],
  },
  {
    ...DENO,
    name: 'Deno, no permissions',
    args: () => ['run', '--no-prompt'],
    hasSockets: false,
    hasSystem: false,
    isConfined: true,
    fileRefusal: 'NotCapable',
    hasEnvironment: false,
  },
  { ...WORKERD, name: 'workerd', hasEnvironment: false },
  {
    ...WORKERD,
    name: 'workerd of 2023',
    date: '2023-01-01',
    hasEnvironment: false,
    knowsCache: false,
  },
  {
    ...WORKERD,
    name: 'workerd, nodejs_compat',
    flags: ['nodejs_compat'],
    hasEnvironment: true,
  },
];
