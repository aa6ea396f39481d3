import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { archiveEvidence, folderVault } from '../../src/archive/index.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { createLeadIntake } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { toNodeHandler } from '../../src/webhooks/handler/to-node-handler.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { CliProcess } from './cli-process.ts';
import { COMMANDS } from './commands.ts';
import { envelopeOf, MEMBERS } from './envelope.ts';
import { runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);
function written(name: string, text: string): string {
  writeFileSync(inside(name), text);
  return inside(name);
}

const PHONE = '4155550123';
const SECRET = 'whsec_output';
const NOWHERE = 'http://127.0.0.1:9/';

const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'output' });
const organization = mock.addOrganization({ organizationId: 'acme', name: 'Acme Solar' });
const customMetadata = { lead_phone: PHONE };
const { cdrId } = mock.capture(organization, presets.checkedBox({ customMetadata }));
const receiver = createServer(
  toNodeHandler(
    createWebhookHandler({ secret: SECRET, store: memoryStore(), onEvent: () => undefined }),
  ),
);
/** Has the clock of this machine, which `check` compares with its own. */
const today = createMockService({ idSeed: 'today' });
const { apiKey } = today.addOrganization({ name: 'Acme Solar' });
const profiles = inside('profiles.json');
let served: ServedMock;
let servedToday: ServedMock;
let env: Record<string, string>;
let port: string;
let receiverUrl: string;
const archived = inside('archived');
const erasable = inside('erasable');
const ERASE = ['--reason', 'order 17', '--by', 'ann'];
const [leads, heldLeads] = [inside('leads.db'), inside('held.db')];

/** Makes a ledger with accepted leads, and one with leads that wait for us. */
async function makeLedgers(): Promise<void> {
  const { seller, clientOf, capture, mock: leadMock } = leadWorld();
  const share = async () => (await seller.cdrs.share(capture())).shareUrl;
  for (const [file, leadId, client] of [
    [leads, 'L', clientOf()],
    [heldLeads, 'H', clientOf({ apiKey: () => '' })],
  ] as const) {
    const ledger = sqliteLedger(file);
    const intake = createLeadIntake({
      client,
      ledger,
      criteria: { schemaVersion: 1 },
      clock: leadMock.clock,
    });
    for (const id of [leadId, `${leadId}2`]) await intake.take(leadOf(id, await share()));
    ledger.close();
  }
}
const record = inside('record.json');

beforeAll(async () => {
  served = await serveMock(mock);
  servedToday = await serveMock(today);
  const { url: baseUrl } = servedToday;
  const accounts = { right: { apiKey, baseUrl }, wrong: { apiKey: `${apiKey}x`, baseUrl } };
  writeFileSync(profiles, JSON.stringify(accounts), { mode: 0o600 });
  env = {
    ...served.env(organization),
    CONSENT_EVIDENCE_PROFILES: profiles,
    CONSENT_EVIDENCE_WEBHOOK_SECRET: SECRET,
  };
  port = new URL(served.url).port;
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const client = new ConsentEvidence(mock.clientOptions(organization));
  written('record.json', JSON.stringify(await client.cdrs.get(cdrId)));
  for (const place of [archived, erasable]) {
    await archiveEvidence(client, { vault: folderVault(place) });
  }
  await makeLedgers();
});
afterAll(async () => {
  receiver.close().closeAllConnections();
  await Promise.all([served.close(), servedToday.close()]);
  rmSync(folder, { recursive: true });
});

const present = written('present.json', '{"schemaVersion":1,"disclosure":{"requirePresent":true}}');
const lenient = written('lenient.json', '{"schemaVersion":1}');
const old = written('old.json', '{"schemaVersion":1,"record":{"maxAgeSeconds":1}}');
const noTexts = written('no-texts.json', '[]');
const event = written('event.json', '{"webhookId":"wh_1"}');
const find = ['--phone', PHONE, '--key', 'lead_phone'];
const since = (day: string): string[] => ['--since', day, '--older-than-minutes', '0'];

const columns = ['--share', 'share', '--phone', 'phone'];
/** A file with a lead that is refused without a request, and one without a bound for it. */
const receive = (bound: string): string[] => [
  written('leads.csv', `share,phone\n-,${PHONE}\n`),
  ...columns,
  ...['--criteria', present, '--max-receives', bound, '--create-ledger', '--ledger'],
  inside(`receive-${bound}.db`),
];

/** The arguments of a run. */
type Args = () => readonly string[];

interface Runs {
  readonly done: Args;
  /** Finds that something is not as it should be: exit code 1. */
  readonly found?: Args;
  /** Is ended by an error, whose name follows. */
  readonly refused: Args;
  readonly error?: string;
}

const RUNS: Readonly<Record<string, Runs>> = {
  check: {
    done: () => ['--profile', 'right'],
    found: () => ['--profile', 'wrong'],
    refused: () => ['--profile', 'none'],
  },
  find: {
    done: () => find,
    found: () => [...find, '--scan', '--limit', '1'],
    refused: () => ['--phone', '555'],
  },
  reconcile: {
    done: () => since('2027-01-01'),
    found: () => since('2026-01-01'),
    refused: () => since('soon'),
  },
  pull: {
    done: () => ['--out', inside('seed.json')],
    refused: () => ['--out', folder],
  },
  'leads held': {
    done: () => ['--ledger', leads],
    found: () => ['--ledger', heldLeads],
    refused: () => ['--ledger', present],
  },
  'leads show': { done: () => ['L', '--ledger', leads], refused: () => ['M', '--ledger', leads] },
  'leads settle': {
    done: () => ['H', '--by', 'ann', '--refuse', 'no', '--ledger', heldLeads],
    found: () => ['L', '--by', 'ann', '--refuse', 'no', '--ledger', leads],
    refused: () => ['H', '--by', 'ann', '--ledger', heldLeads],
  },
  'leads report': {
    done: () => ['--ledger', leads],
    refused: () => ['--ledger', leads, '--from', '2026-01-02', '--to', '2026-01-01'],
  },
  'leads receive': {
    done: () => [...receive('1'), '--out', inside('done.csv')],
    found: () => [...receive('0'), '--out', inside('found.csv')],
    refused: () => [...receive('1'), '--out', present],
  },
  archive: { done: () => [inside('new')], refused: () => [present] },
  'archive verify': {
    done: () => [archived],
    found: () => [archived, '--head', 'a'.repeat(64)],
    refused: () => [inside('none')],
  },
  'archive find': {
    done: () => [archived, '--month', '2026-01'],
    refused: () => [archived],
  },
  'archive erase': {
    done: () => [erasable, cdrId, ...ERASE, '--yes'],
    refused: () => [erasable, 'cdr_none', ...ERASE, '--yes'],
  },
  'archive disclosures': {
    done: () => [archived],
    found: () => [archived, '--approved', noTexts],
    refused: () => [archived, '--approved', present],
  },
  dossier: {
    done: () => [...find, '--out', inside('case')],
    refused: () => [...find, '--out', present],
  },
  calibrate: { done: () => ['--plan'], refused: () => [] },
  'criteria lint': {
    done: () => [present],
    found: () => [lenient],
    refused: () => [inside('none.json')],
  },
  'criteria test': {
    done: () => ['--records', record, present],
    found: () => ['--records', record, old, '--accept-at-least', '100'],
    refused: () => ['--records', record, inside('none.json')],
  },
  'criteria diff': {
    done: () => ['--records', record, present, present],
    found: () => ['--records', record, present, old],
    refused: () => ['--records', inside('none.json'), present, old],
  },
  explain: { done: () => ['GONE'], refused: () => ['NO_SUCH_CODE'] },
  mock: { done: () => ['--port', '0'], refused: () => ['--port', '0', '--as', 'nobody'] },
  'mock env': {
    done: () => ['--port', port, '--as', 'acme'],
    refused: () => ['--port', '9', '--as', 'acme'],
    error: 'Error',
  },
  'mock logs': { done: () => ['--port', port], refused: () => ['--port', '9'], error: 'Error' },
  'mock open': { done: () => ['--port', port], refused: () => ['--port', '9'], error: 'Error' },
  'webhook doctor': {
    done: () => [receiverUrl],
    found: () => [NOWHERE],
    refused: () => ['http://elsewhere.example/'],
  },
  'webhook send': {
    done: () => [receiverUrl],
    found: () => [NOWHERE],
    refused: () => ['http://elsewhere.example/'],
  },
  'webhook sign': { done: () => [event], refused: () => [present] },
};

const ROWS = Object.entries(RUNS).map(([command, runs]) => ({ command, ...runs }));

async function run(command: string, args: readonly string[]) {
  const { code, stdout } = await runHere([...command.split(' '), '--json', ...args], env);
  const told = envelopeOf(stdout);
  expect(told).toMatchObject({ command, version: '0.0.0-test', ok: code === 0 });
  return { code, stdout, told };
}

/** Checks that the members are those of the schema, in the order that the guide shows. */
function expectData(told: ReturnType<typeof envelopeOf>): void {
  expect(Object.keys(told)).toEqual(['ok', 'command', 'version', 'at', 'data']);
  const known = MEMBERS.get(told.command) ?? [];
  expect(Object.keys(told.data ?? {}).filter((name) => !known.includes(name))).toEqual([]);
}

describe('the line of --json', () => {
  it('is tried with every command that has the flag, and the schema has no other', () => {
    const names = COMMANDS.filter(
      ({ name, command }) =>
        name !== 'mock exec' && command.options.some(({ long }) => long === '--json'),
    ).map(({ name }) => name);
    expect(Object.keys(RUNS).sort()).toEqual(names.sort());
    expect([...MEMBERS.keys()].sort()).toEqual(names.sort());
  });

  it.each(ROWS.filter(({ command }) => command !== 'mock'))(
    'has the data of a success: $command',
    async ({ command, done }) => {
      const { code, told } = await run(command, done());
      expect(code).toBe(0);
      expectData(told);
    },
  );

  it('is the first that the fake prints, with its addresses', async () => {
    await using cli = new CliProcess(['mock', ...(RUNS['mock']?.done() ?? []), '--json']);
    const told = envelopeOf(await cli.firstLine());
    expect(told).toMatchObject({ ok: true, command: 'mock' });
    expectData(told);
  });

  it.each(ROWS.filter(({ found }) => found !== undefined))(
    'has the data of what is not as it should be: $command',
    async ({ command, found = () => [] }) => {
      const { code, told } = await run(command, found());
      expect(code).toBe(1);
      expectData(told);
    },
  );

  it.each(ROWS)(
    'has the error that ended $command, and no secret',
    async ({ command, refused, error = 'InvalidInputError' }) => {
      const { code, stdout, told } = await run(command, refused());
      expect(code).toBe(error === 'InvalidInputError' ? 2 : 1);
      expect(told.error).toMatchObject({ name: error });
      expect(Object.keys(told)).toEqual(['ok', 'command', 'version', 'at', 'error']);
      for (const secret of [SECRET, apiKey, env['CONSENT_EVIDENCE_API_KEY'] ?? '']) {
        expect(stdout).not.toContain(secret);
      }
    },
  );

  it('says when it was printed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const at = '2026-01-05T12:00:00.000Z';
    expect((await run('explain', ['GONE'])).told).toMatchObject({ at });
    expect((await run('explain', ['NONE'])).told).toMatchObject({ at });
  });

  it.each([
    [['archive', '--domain', 'verify', '--no-such', '--json'], 'archive'],
    [['archive', '--json', '--concurrency', '0', 'verify'], 'archive verify'],
    [['archive', '--concurrency=1', 'verify', '--json'], 'archive verify'],
    [['archive', '--json', '--', 'verify', 'b'], 'archive'],
    [['mock', '--port', '9', 'env', '--json'], 'mock env'],
    [['webhook', '--json'], 'webhook'],
    [['no-such-command', '--json'], ''],
    [['--json'], ''],
  ])('names the command, however wrong the line is: %j', async (args, command) => {
    const { stdout } = await runHere(args);
    expect(envelopeOf(stdout)).toMatchObject({ ok: false, command });
  });

  it('has the error, too, if the variable of the flag asks for it', async () => {
    const ran = await runHere(['mock', '--as', 'nobody'], { CONSENT_EVIDENCE_MOCK_JSON: '1' });
    expect(envelopeOf(ran.stdout)).toMatchObject({ command: 'mock', ok: false });
    const off = await runHere(['mock', '--as', 'nobody'], { CONSENT_EVIDENCE_MOCK_JSON: '0' });
    expect(off).toMatchObject({ code: 2, stdout: '' });
  });
});
