import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConsentEvidence, InvalidInputError, signWebhook } from 'consent-evidence';
import type { LeadDecision } from 'consent-evidence/intake';
import { type CaptureInput, createMockService, presets } from 'consent-evidence/mock';
import { setupMockServer } from 'consent-evidence/mock/msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectOneLeadPerLink, type Lead } from '../examples/one-link.ts';
import { codeBlocks } from './code-blocks.ts';
import { runBlock as runPageBlock } from './run-block.ts';

const blocks = codeBlocks('README.md');
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const runBlock = (heading: string, names: Readonly<Record<string, unknown>>, cwd?: string) =>
  runPageBlock('README.md', heading, names, cwd);

const GUIDE = 'docs/guides/getting-started.md';

const runGuideBlock = (heading: string, names: Readonly<Record<string, unknown>>, cwd?: string) =>
  runPageBlock(GUIDE, heading, names, cwd);

interface IntakeBlock {
  takeIn(lead: Lead): Promise<LeadDecision>;
  close(): Promise<void>;
}

/** The reader's table: a token stays with the first lead that brought it. */
function tokenTable() {
  const rows = new Map<string, Lead>();
  return {
    async claim(token: string, lead: Lead) {
      const first = rows.get(token);
      if (first === undefined) rows.set(token, lead);
      return { first: first ?? lead, isNew: first === undefined };
    },
  };
}

describe('the README and the programs to start from', () => {
  it('begins with a block that runs as it is pasted', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    await runBlock('consent-evidence', {});
    expect(printed).toHaveBeenCalledExactlyOnceWith(expect.any(String), 'charges:', 1);
    expect(blocks[1]?.line).toBeLessThan(20);
  });

  it('has badges that are true, and explains CDR once', async () => {
    const readme = await readFile('README.md', 'utf8');
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
      license: string;
      engines: { node: string };
      dependencies?: Record<string, string>;
    };
    const badges = [...readme.matchAll(/!\[(\w+): ([^\]]+)\]\(https:\/\/img\.shields/g)];
    expect(Object.fromEntries(badges.map(([, name, value]) => [name, value]))).toEqual({
      license: manifest.license,
      dependencies: String(Object.keys(manifest.dependencies ?? {}).length),
      node: manifest.engines.node,
    });
    expect(readme.match(/Certified Digital Record/g)).toHaveLength(1);
  });

  it('lists and shares in a producer’s backend', async () => {
    const mock = createMockService({ baseUrl: 'https://api.your-account.example' });
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const server = setupMockServer(mock);
    server.listen();
    try {
      const vault = { get: async () => mock.clientOptions(producer).apiKey };
      await runGuideBlock("A producer's backend", { cdrId, vault });
    } finally {
      server.close();
    }
    expect(printed).toHaveBeenCalledExactlyOnceWith(cdrId, expect.any(Date));
    expect(mock.requests().map(({ operation }) => operation)).toEqual(['cdrs.list', 'cdrs.share']);
  });

  it('takes a lead in, decides it once, and continues with the held leads until it is closed', async () => {
    const mock = createMockService({ now: Date.now() });
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    for (const [name, value] of Object.entries(mock.env(buyer))) vi.stubEnv(name, String(value));
    const urlOf = (page: CaptureInput) => mock.capture(producer, page).shareUrl ?? '';
    const good = urlOf(presets.checkedBox({ autoShare: true }));
    const bad = urlOf(presets.uncheckedBox({ autoShare: true }));
    const late = urlOf(presets.checkedBox({ autoShare: true }));
    const log = vi.fn();
    const folder = await mkdtemp(path.join(tmpdir(), 'readme-'));
    const server = setupMockServer(mock, { timers: vi });
    server.listen();
    try {
      const block = await runGuideBlock("A buyer's lead intake", { log }, folder);
      const { takeIn, close } = block as unknown as IntakeBlock;
      const take = async (seller: string, id: string, consentUrl: string): Promise<string> => {
        const lead = { seller, id, consentUrl, phone: '(212) 555-0147', price: 12 };
        return (await takeIn(lead)).decision;
      };
      expect(await take('sunroof', 'L-1', good)).toBe('accept');
      expect(await take('sunroof', 'L-2', bad)).toBe('refuse');
      // The same lead from another seller, who happens to have given it the same number.
      expect(await take('brightpath', 'L-1', good)).toBe('duplicate');
      expect(await take('sunroof', 'L-4', 'https://elsewhere.example/v1/shares/t')).toBe('fix');
      expect(log.mock.calls).toEqual([
        ['sunroof', 'L-1', 'accept', { price: 12 }],
        ['sunroof', 'L-2', 'refuse', { price: 12 }],
        ['brightpath', 'L-1', 'duplicate', { price: 12 }],
      ]);
      // It succeeds, but a gateway loses the answer and asks for a longer wait than the caller allows.
      const lost = { phase: 'after', status: 503, retryAfterSeconds: 60 } as const;
      mock.addFault({ operation: 'shares.receive', ...lost });
      const continued = new Promise((resolve) => {
        log.mockImplementation((...decided: unknown[]) => resolve(decided));
      });
      expect(await take('sunroof', 'L-5', late)).toBe('hold');
      expect(await continued).toEqual(['sunroof', 'L-5', 'accept', { price: 12 }]);
      await close();
      expect(log).toHaveBeenCalledTimes(4);
      expect(mock.charges({ organization: buyer })).toHaveLength(2);
      expect(await stat(path.join(folder, 'leads.db'))).toMatchObject({ size: expect.any(Number) });

      const accepted: Lead[] = [];
      const takeOrThrow = async (lead: Lead): Promise<void> => {
        const decision = await takeIn(lead).catch((error: unknown) => {
          // The same lead id with another number is not valid.
          expect(error).toBeInstanceOf(InvalidInputError);
        });
        if (decision?.decision === 'accept') accepted.push(lead);
      };
      await expectOneLeadPerLink(mock, { takeIn: takeOrThrow, accepted });
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  });

  it('takes in one lead for each link as the guide shows it too', async () => {
    const mock = createMockService();
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    const client = new ConsentEvidence(mock.clientOptions(buyer));
    const accepted: Lead[] = [];
    const takeIn = async (lead: Lead): Promise<void> => {
      if ((await decide(lead)) === 'accept') accepted.push(lead);
    };
    const guide = 'docs/guides/receiving-and-acceptance.md';
    const names = { client, criteria: { schemaVersion: 1 }, tokens: tokenTable() };
    const { decide } = (await runPageBlock(guide, 'One link, one lead', names)) as {
      decide: (lead: Lead) => Promise<string>;
    };
    await expectOneLeadPerLink(mock, { takeIn, accepted });
  });

  it('receives a webhook', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_WEBHOOK_SECRET', 'whsec_readme');
    const queue = { add: vi.fn(async () => undefined) };
    const { POST } = await runGuideBlock('A webhook receiver', { queue });
    const body = JSON.stringify({ event: 'cdr.completed', webhookId: 'wh_1', cdrId: 'cdr_1' });
    const headers = await signWebhook({ body, secret: 'whsec_readme', webhookId: 'wh_1' });
    const request = new Request('https://me.example', { method: 'POST', body, headers });
    const { status } = await (POST as (request: Request) => Promise<Response>)(request);
    expect([status, queue.add.mock.calls]).toEqual([200, [['cdr_1']]]);
  });

  it('names only commands that exist', async () => {
    const { scripts, bin } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
      bin: Record<string, string>;
    };
    const shell = [...blocks, ...codeBlocks(GUIDE)]
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code);
    const commands = shell
      .join('')
      .trim()
      .split(/\n|&&/)
      .map((command) => command.trim())
      .filter((command) => /^np[mx] /.test(command));
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
