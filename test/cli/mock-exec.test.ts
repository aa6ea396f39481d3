import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CliProcess } from './cli-process.ts';
import { runHere } from './run-here.ts';

const node = process.execPath;

/**
 * Blocks the fake's process as soon as it has started its command, as a busy machine might. Once the
 * command has created `file`, signals the process and lets it continue.
 */
const SIGNAL_AT_ONCE = (file: string): string => `
  import childProcess from 'node:child_process';
  import { existsSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { spawn } = childProcess;
  childProcess.spawn = (...args) => {
    const child = spawn(...args);
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(${JSON.stringify(file)})) Atomics.wait(pause, 0, 0, 2);
    process.kill(process.pid, 'SIGTERM');
    return child;
  };
  syncBuiltinESMExports();`;

describe('consent-evidence mock exec', () => {
  it('gives the command the fake and its variables, and stops with it', async () => {
    const script = `
      const { CONSENT_EVIDENCE_BASE_URL: url, CONSENT_EVIDENCE_API_KEY: key } = process.env;
      const reply = await fetch(url + '/v1/domains', { headers: { 'x-api-key': key } });
      const ready = await fetch(process.env.CONSENT_EVIDENCE_CONTROL_URL + '/ready');
      console.log(reply.status, ready.status, process.env.CONSENT_EVIDENCE_ACME_API_KEY, url);`;
    const args = [
      'mock',
      'exec',
      '--seed',
      'demo',
      '--',
      node,
      '--input-type=module',
      '-e',
      script,
    ];
    const { code, stdout, stderr } = await new CliProcess(args).finished();
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^200 200 acme\.demo-only http/);
    expect(code).toBe(0);
    const url = stdout.trim().split(' ').at(-1) ?? '';
    await expect(fetch(url)).rejects.toThrow();
  });

  it('gives each worker of the command a world of its own, as variables under the same names', async () => {
    const script = `
      const worker = async (name) => {
        const reply = await fetch(process.env.CONSENT_EVIDENCE_CONTROL_URL + '/worlds', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        });
        const { env } = await reply.json();
        const own = Object.keys(process.env).filter((name) => name.startsWith('CONSENT_EVIDENCE_'));
        console.log(own.every((name) => name in env), env.CONSENT_EVIDENCE_API_KEY);
        return env.CONSENT_EVIDENCE_BASE_URL;
      };
      const urls = await Promise.all(['1', '2', '1'].map(worker));
      console.log(new Set([...urls, process.env.CONSENT_EVIDENCE_BASE_URL]).size);`;
    const args = ['mock', 'exec', '--as', 'buyer', '--', node, '--input-type=module', '-e', script];
    const { stdout, stderr } = await new CliProcess(args).finished();
    expect(stderr).toBe('');
    expect(stdout).toBe(`${'true buyer.local-only\n'.repeat(3)}3\n`);
  });

  it('does not stop with an input that the command has', async () => {
    const args = ['mock', '--while-stdin', 'exec', 'echo'];
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain('--while-stdin');
  });

  it.each([0, 1, 42])('exits with the code of the command: %d', async (expected) => {
    const args = ['mock', 'exec', '--', node, '-e', `process.exit(${expected})`];
    expect((await new CliProcess(args).finished()).code).toBe(expected);
  });

  it('keeps the flags of the command apart, also without --', async () => {
    const args = ['mock', 'exec', 'echo', '--port', '7'];
    const { stdout } = await new CliProcess(args).finished();
    expect(stdout).toBe('--port 7\n');
  });

  it('takes flags before exec as well', async () => {
    const args = [
      'mock',
      '--seed',
      'demo',
      'exec',
      node,
      '-p',
      'process.env.CONSENT_EVIDENCE_API_KEY',
    ];
    expect((await new CliProcess(args).finished()).stdout).toBe('sunroof.demo-only\n');
  });

  it('hands a signal on, and ends as the command does', async () => {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000)";
    await using cli = new CliProcess(['mock', 'exec', '--', node, '-e', script]);
    expect(await cli.firstLine()).toBe('up');
    cli.kill('SIGTERM');
    expect((await cli.finished()).code).toBe(9);
  });

  it('passes on a signal that comes as soon as the command runs', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
    const file = path.join(folder, 'up');
    const script = `
      process.on('SIGTERM', () => process.exit(9));
      require('node:fs').writeFileSync(${JSON.stringify(file)}, '');
      setTimeout(() => {}, 10_000);`;
    const preload = encodeURIComponent(SIGNAL_AT_ONCE(file));
    const NODE_OPTIONS = `--import=data:text/javascript,${preload}`;
    try {
      await using cli = new CliProcess(['mock', 'exec', '--', node, '-e', script], {
        NODE_OPTIONS,
      });
      expect((await cli.finished()).code).toBe(9);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says as a shell does that a command was not found', async () => {
    const { code, stderr } = await new CliProcess(['mock', 'exec', 'no-such-command']).finished();
    expect(code).toBe(127);
    expect(stderr).toContain('no-such-command');
  });
});
