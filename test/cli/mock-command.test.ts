import { describe, expect, it } from 'vitest';
import { CliProcess } from './cli-process.ts';

interface Started {
  url: string;
  organizations: { organizationId: string; name: string; env: Record<string, string> }[];
}

async function start(cli: CliProcess): Promise<Started> {
  return JSON.parse(await cli.firstLine()) as Started;
}

async function domainsOf({ url }: Started, env: Record<string, string>): Promise<unknown> {
  const headers = { 'x-api-key': env['CONSENT_EVIDENCE_API_KEY'] ?? '' };
  const response = await fetch(`${url}/v1/domains`, { headers });
  return response.json();
}

describe('consent-evidence mock', () => {
  it('serves the demo world under the keys it prints, until it is told to stop', async () => {
    await using cli = new CliProcess(['mock', '--port', '0', '--seed', 'demo', '--json']);
    const started = await start(cli);
    const acme = started.organizations.find(({ name }) => name === 'Acme Solar');
    expect(acme?.env['CONSENT_EVIDENCE_BASE_URL']).toBe(started.url);
    expect(await domainsOf(started, acme?.env ?? {})).toMatchObject({
      ok: true,
      data: { domains: expect.arrayContaining(['sunroof.example']) },
    });
    cli.kill('SIGTERM');
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('begins with a producer and a buyer, and gives each a secret where events are sent', async () => {
    await using cli = new CliProcess([
      ...['mock', '--port', '0', '--json'],
      ...['--webhook', 'http://127.0.0.1:9/hooks'],
    ]);
    const { organizations } = await start(cli);
    expect(organizations.map(({ organizationId }) => organizationId).sort()).toEqual([
      'buyer',
      'producer',
    ]);
    const secrets = organizations.map(({ env }) => env['CONSENT_EVIDENCE_WEBHOOK_SECRET']);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets).not.toContain(undefined);
  });

  it('prints variables that can be pasted into a shell', async () => {
    await using cli = new CliProcess(['mock'], { CONSENT_EVIDENCE_MOCK_PORT: '0' });
    const line = await cli.firstLine();
    expect(line).toMatch(/^The fake service listens on http:\/\/127\.0\.0\.1:\d+ /);
    cli.kill('SIGINT');
    const { code, stdout } = await cli.finished();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CONSENT_EVIDENCE_API_KEY=key_\w+\.sk_\w+$/m);
    expect(stdout).toMatch(/^CONSENT_EVIDENCE_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  });

  it('names the flag that helps when the port is taken', async () => {
    await using first = new CliProcess(['mock', '--port', '0', '--json']);
    const { port } = new URL((await start(first)).url);
    await using second = new CliProcess(['mock', '--port', port]);
    const { code, stderr } = await second.finished();
    expect(code).toBe(2);
    expect(stderr).toContain('--port 0');
  });

  it.each([
    [['mock', '--port', '70000'], '--port'],
    [['mock', '--port', 'http'], '--port'],
    [['mock', '--seed', 'dmeo'], '--seed'],
    [['mock', '--sead', 'demo'], '--seed'],
    [['mock', '--port', '0', '--webhook', 'nowhere'], 'webhook.url'],
    [['mok'], 'mock'],
  ])('refuses %j by name', async (args, named) => {
    await using cli = new CliProcess(args);
    const { code, stderr } = await cli.finished();
    expect(code).not.toBe(0);
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/\n\s+at /); // a message, not a stack
  });
});
