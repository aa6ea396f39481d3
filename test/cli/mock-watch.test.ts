import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';

const seedOf = (name: string) =>
  JSON.stringify({ organizations: [{ organizationId: 'sun', name }] });

async function namesAt(url: string): Promise<string[]> {
  const reply = await fetch(`${url}/_mock/api/organizations`);
  const { organizations } = (await reply.json()) as { organizations: { name: string }[] };
  return organizations.map(({ name }) => name);
}

async function keyAt(url: string): Promise<unknown> {
  return (await fetch(`${url}/_mock/api/organizations/sun/env`)).json();
}

describe('--seed FILE', () => {
  it('is refused with the place of the fault', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'seed.json');
    await writeFile(file, '{"organizations": [{"organizationId": "sun", "nme": "Sun"}]}');
    const { code, stderr } = await new CliProcess(['mock', '--seed', file]).finished();
    expect(code).toBe(2);
    expect(stderr).toContain('organizations.0.nme');
    expect(stderr).toContain('did you mean "name"');
    const seed = {
      organizations: [{ organizationId: 'sun', name: 'Sun' }],
      captures: [{ organization: 'sun', preset: 'devModeCapture', name: 'lead' }],
      shares: [{ capture: 'lead', from: 'sun' }],
    };
    await writeFile(file, `\uFEFF${JSON.stringify(seed)}`); // as an editor on Windows writes it
    const played = await new CliProcess(['mock', '--seed', file]).finished();
    expect(played.code).toBe(2);
    expect(played.stderr).toContain(
      `--seed: ${file}: shares.0: the fake refuses this: CDR_DEV_MODE`,
    );
  });

  it('with --watch starts again when the file has changed, and stays when the file is broken', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'seed.json');
    await writeFile(file, seedOf('First'));
    await using cli = new CliProcess(['mock', '--port', '0', '--json', '--seed', file, '--watch']);
    const url = String(reportIn(await cli.firstLine())['url']);
    expect(await namesAt(url)).toEqual(['First']);
    const key = await keyAt(url);

    await writeFile(file, seedOf('The second'));
    await expect.poll(() => namesAt(url), { timeout: 10_000 }).toEqual(['The second']);
    expect(await keyAt(url)).toEqual(key);

    await writeFile(file, '{"organizations": [');
    await expect.poll(() => cli.said, { timeout: 10_000 }).toContain('the fake was not reset');
    expect(cli.said).toMatch(/line 1, column 20/);
    expect(await namesAt(url)).toEqual(['The second']);
  });
});
