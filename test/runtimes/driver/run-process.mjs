import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOM } from './runtimes.mjs';

const TIMEOUT_MS = 120_000;

/** Runs a program to the end; resolves to what it wrote. */
export function run(file, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOM, env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    const wrote = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        wrote[name] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ ...wrote, code, signal }));
  });
}

/** Runs the suite in a process of the runtime and returns its results. */
export async function runProcess(runtime, offers, env) {
  const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  const args = runtime.args(folder);
  const given = JSON.stringify({ ...offers, folder });
  try {
    const all = { PATH: process.env.PATH, HOME: folder, DENO_DIR: folder, ...runtime.env, ...env };
    const { stdout, stderr, code, signal } = await run(
      runtime.file,
      [...args, path.join(ROOM, 'hosts/process.mjs'), given],
      all,
    );
    if (code !== 0) throw new Error(`ended with ${signal ?? code}\n${stderr}${stdout}`);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
