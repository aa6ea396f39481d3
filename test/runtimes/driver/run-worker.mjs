import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOM } from './runtimes.mjs';

const DIST = path.join(ROOM, 'node_modules/consent-evidence/dist');

const text = (value) => JSON.stringify(value);

const listed = (name, file) => `(name = ${text(name)}, esModule = embed ${text(file)}),`;

const FACES = {
  '': 'index',
  '/webhooks': 'webhooks',
  '/mock': 'mock',
  '/mock/simulate': 'mock/simulate',
};

/** Workers find modules only by name, so each bare name is a module that re-exports a file. */
const faces = Object.entries(FACES).flatMap(([face, file]) =>
  ['hosts', 'suite'].map((folder) => {
    const name = `${folder}/consent-evidence${face}`;
    const up = '../'.repeat(name.split('/').length - 1);
    return `(name = ${text(name)}, esModule = ${text(`export * from '${up}dist/${file}.js';`)}),`;
  }),
);

async function modules() {
  const files = async (folder) => (await readdir(path.join(ROOM, folder))).sort();
  const dist = (await readdir(DIST)).filter((file) => file.endsWith('.js') && file !== 'cli.js');
  return [
    listed('hosts/worker.mjs', path.join(ROOM, 'hosts/worker.mjs')),
    ...(await files('suite')).map((file) =>
      listed(`suite/${file}`, path.join(ROOM, 'suite', file)),
    ),
    ...faces,
    ...[...dist, 'mock/simulate.js'].map((file) => listed(`dist/${file}`, path.join(DIST, file))),
  ];
}

async function config({ flags, date }, env) {
  const bindings = Object.entries(env).map(([k, v]) => `(name = ${text(k)}, text = ${text(v)}),`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    ${(await modules()).join('\n    ')}
  ],
  bindings = [${bindings.join(' ')}],
  compatibilityDate = ${text(date)},
  compatibilityFlags = ${text(flags)},
);
`;
}

/** Starts workerd; resolves to its port, which it reports on a separate pipe. */
function start(file, configFile) {
  const child = spawn(file, ['serve', configFile, '--import-path=/', '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    stderr += piece;
  });
  const port = new Promise((resolve, reject) => {
    let told = '';
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`ended with ${code}\n${stderr}`)));
    child.stdio[3].setEncoding('utf8').on('data', (piece) => {
      told += piece;
      const line = told.split('\n').find((each) => each.includes('"listen"') && each.endsWith('}'));
      if (line !== undefined) resolve(JSON.parse(line).port);
    });
  });
  return { child, port };
}

/** Runs the suite in a Worker and returns its results. */
export async function runWorker(runtime, offers, env) {
  const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  const configFile = path.join(folder, 'config.capnp');
  await writeFile(configFile, await config(runtime, env));
  const { child, port } = start(runtime.file, configFile);
  try {
    const body = JSON.stringify(offers);
    const response = await fetch(`http://127.0.0.1:${await port}/`, { method: 'POST', body });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}\n${answer}`);
    return JSON.parse(answer);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}
