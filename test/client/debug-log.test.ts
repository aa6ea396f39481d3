import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { traceLine } from '../../src/client/debug-log.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { no, ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Returns what a client prints if the variable was `value` when it was made. */
async function linesWith(value: string, trace?: (event: TraceEvent) => void): Promise<string[]> {
  vi.stubEnv('CONSENT_EVIDENCE_LOG', value);
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = clientWith(playing(no(404, 'NOT_FOUND')), { trace });
  await failureOf(client.shares.receive('tok_planted', { label: 'lead "7"' }));
  return spy.mock.calls.map(([line]) => String(line));
}

describe('CONSENT_EVIDENCE_LOG', () => {
  it.each(['debug', 'DEBUG'])('=%s prints each step as a line', async (value) => {
    const lines = await linesWith(value);
    const begin = String.raw`\[consent-evidence\] 2026-01-05T12:00:00\.000Z call_\w+ shares\.receive`;
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${begin} start attempt=0 .*server=api.example.com .*$`)),
      expect.stringMatching(new RegExp(`^${begin} attempt attempt=1 .*status=404 .*$`)),
      expect.stringMatching(new RegExp(`^${begin} done attempt=1 .*outcome=refused .*$`)),
    ]);
    expect(lines.join('\n')).toContain(String.raw`label="lead \"7\""`);
    expect(lines.join('\n')).not.toContain('planted');
  });

  it('prints beside the option `trace`, which hears the same', async () => {
    const events: TraceEvent[] = [];
    const lines = await linesWith('debug', (event) => events.push(event));
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt', 'done']);
    expect(lines).toEqual(events.map(traceLine));
  });

  it.each(['', 'off', 'info'])('=%j prints nothing', async (value) => {
    expect(await linesWith(value)).toEqual([]);
  });

  it('leaves a failing trace without effect on the call', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_LOG', 'debug');
    vi.spyOn(console, 'error').mockImplementation(() => {
      throw new Error('a closed pipe');
    });
    const trace = async () => Promise.reject(new Error('a log that is down'));
    const client = clientWith(playing(ok({ domains: ['a.example'] })), { trace });
    expect(await client.domains.list()).toEqual(['a.example']);
  });

  it('prints to stderr, and nothing to stdout', () => {
    const program = `
      import { ConsentEvidence } from 'consent-evidence';
      const fetch = async () => Response.json({ ok: true, data: { domains: [] }, requestId: 'r' });
      await new ConsentEvidence({ apiKey: 'k.s', baseUrl: 'https://a.example', fetch }).domains.list();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, CONSENT_EVIDENCE_LOG: 'debug' },
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    const types = stderr
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[4]);
    expect(types).toEqual(['start', 'attempt', 'done']);
  });

  it('escapes what could forge a line or steer a terminal', () => {
    const label = 'a\nb\u001b[31m\u009b\u202e\u2028é';
    const line = traceLine({
      ...{ type: 'done', callId: 'call_1', operation: 'cdrs.get', attempt: 1, at: 0 },
      label,
    });
    expect(line).toBe(
      String.raw`[consent-evidence] 1970-01-01T00:00:00.000Z call_1 cdrs.get done attempt=1 label="a\nb\u001b[31m%C2%9B%E2%80%AE%E2%80%A8é"`,
    );
  });
});
