import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { signWebhook } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { setupMockServer } from 'consent-evidence/mock/msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeBlocks, fileOf } from './code-blocks.ts';

const blocks = codeBlocks('README.md');
const folder = 'reports';

beforeAll(async () => {
  for (const block of blocks.filter(({ language }) => language === 'ts')) {
    const file = path.join(folder, fileOf(block));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, block.code);
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Runs the block under a heading as a module, with the reader's own names as globals. */
async function runBlock(heading: string, names: Readonly<Record<string, unknown>>) {
  const lines = (await readFile('README.md', 'utf8')).split('\n');
  const from = lines.indexOf(`## ${heading}`);
  const block = blocks.find(({ language, line }) => language === 'ts' && line > from);
  if (from < 0 || block === undefined) throw new Error(`no code under ${heading}`);
  for (const [name, value] of Object.entries(names)) vi.stubGlobal(name, value);
  const url = pathToFileURL(path.join(folder, fileOf(block))).href;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}

type TakeIn = (lead: { consentUrl: string; phone: string }) => Promise<void>;

describe('the README', () => {
  it('lists and shares in a producer’s backend', async () => {
    const mock = createMockService({ baseUrl: 'https://api.your-account.example' });
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const server = setupMockServer(mock);
    server.listen();
    try {
      const vault = { get: async () => mock.clientOptions(producer).apiKey };
      await runBlock("A producer's backend", { cdrId, vault });
    } finally {
      server.close();
    }
    expect(printed).toHaveBeenCalledExactlyOnceWith(cdrId, expect.any(Date));
    expect(mock.requests().map(({ operation }) => operation)).toEqual(['cdrs.list', 'cdrs.share']);
  });

  it('takes a lead in, or does with it what the error says', async () => {
    const mock = createMockService();
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    for (const [name, value] of Object.entries(mock.env(buyer))) vi.stubEnv(name, String(value));
    const good = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const bad = mock.capture(producer, presets.uncheckedBox({ autoShare: true }));
    const names = { accept: vi.fn(), refuse: vi.fn(), hold: vi.fn(), fix: vi.fn(), log: vi.fn() };
    const server = setupMockServer(mock);
    server.listen();
    try {
      const { takeIn } = await runBlock("A buyer's lead intake", names);
      for (const { shareUrl = '' } of [good, bad]) {
        await (takeIn as TakeIn)({ consentUrl: shareUrl, phone: '(212) 555-0147' });
      }
      mock.updateOrganization(buyer, { apiAccess: 'off' });
      await (takeIn as TakeIn)({ consentUrl: good.shareUrl ?? '', phone: '(212) 555-0147' });
    } finally {
      server.close();
    }
    expect(names.accept).toHaveBeenCalledExactlyOnceWith(expect.anything(), good.cdrId);
    expect(names.refuse).toHaveBeenCalledOnce();
    expect(names.log).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ code: 'CHECKBOX_NOT_AFFIRMED' }),
    ]);
    expect(names.fix).toHaveBeenCalledOnce();
    expect(names.hold).not.toHaveBeenCalled();
  });

  it('receives a webhook', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_WEBHOOK_SECRET', 'whsec_readme');
    const queue = { add: vi.fn(async () => undefined) };
    const { POST } = await runBlock('A webhook receiver', { queue });
    const body = JSON.stringify({ event: 'cdr.completed', webhookId: 'wh_1', cdrId: 'cdr_1' });
    const headers = await signWebhook({ body, secret: 'whsec_readme', webhookId: 'wh_1' });
    const request = new Request('https://me.example', { method: 'POST', body, headers });
    const { status } = await (POST as (request: Request) => Promise<Response>)(request);
    expect([status, queue.add.mock.calls]).toEqual([200, [['cdr_1']]]);
  });

  it('tests with the fake', async () => {
    const before = expect.getState().assertionCalls;
    await runBlock('Without the service: the fake', { expect });
    expect(expect.getState().assertionCalls).toBe(before + 1);
  });

  it('names only commands that exist', async () => {
    const { scripts, bin } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
      bin: Record<string, string>;
    };
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
    const commands = shell
      .join('')
      .trim()
      .split(/\n|&&/)
      .map((command) => command.trim());
    expect(commands.length).toBeGreaterThan(3);
    const known = (command: string): boolean => {
      const [tool, verb = '', name = ''] = command.split(' ');
      if (tool === 'npx') return Object.hasOwn(bin, verb);
      if (verb === 'run') return Object.hasOwn(scripts, name);
      if (verb === 'test') return Object.hasOwn(scripts, verb);
      return tool === 'npm' && ['ci', 'install'].includes(verb);
    };
    expect(commands.filter((command) => !known(command))).toEqual([]);
  });
});
