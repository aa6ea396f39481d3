import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { presetNames } from '../../mock/capture/presets.ts';
import {
  type CaptureInput,
  createMockService,
  type MockService,
  presets,
} from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import type { Seed } from '../../mock/seed/seed.ts';
import { type Cdr, ConsentEvidence } from '../../src/index.ts';
import { reported, runHere } from './run-here.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'consent-evidence-pull-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** An account of a producer, served, with the command's environment. */
async function account(mock: MockService = createMockService({ now: NOW, idSeed: 'pull' })) {
  const organization = mock.addOrganization({ name: 'Real Leads Inc', organizationId: 'real' });
  const served = await serveMock(mock);
  onTestFinished(() => served.close());
  return { mock, organization, served, env: { ...served.env(organization) } };
}

async function pull(env: Record<string, string>, ...more: string[]) {
  const out = path.join(folder(), 'seed.json');
  const ran = await runHere(['pull', '--out', out, '--json', ...more], env);
  return { ...ran, out, text: existsSync(out) ? readFileSync(out, 'utf8') : '' };
}

interface PulledCapture {
  readonly organization: string;
  readonly age: number;
  readonly page: CaptureInput & { customMetadata?: Record<string, unknown> };
}

const capturesIn = (text: string) => (JSON.parse(text) as { captures: PulledCapture[] }).captures;

const word = fc.stringMatching(/^[A-Z][a-z]{9,14}$/);
const phone = fc.stringMatching(/^[2-8][0-8]\d[2-9]\d{6}$/);

/** Everything that one record says of a person, each value planted where such a value stands. */
const person = fc.record({
  first: word,
  last: word,
  phone,
  other: phone,
  mail: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.com`.toLowerCase()),
  street: fc
    .tuple(fc.integer({ min: 100, max: 9999 }), word)
    .map(([no, name]) => `${no} ${name} Street`),
  token: fc.stringMatching(/^shr_[a-z0-9]{20}$/),
  leadId: fc.stringMatching(/^[A-Z]{3}-\d{8}$/),
  number: fc.integer({ min: 100_000_000, max: 999_999_999 }),
  note: fc.tuple(word, word, word).map((words) => words.join(' ')),
  city: word,
  ip: fc.ipV4().filter((ip) => !/^(?:198\.1[89]|203\.0\.113)\./.test(ip) && ip.length > 8),
});

type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

const spelled = (digits: string): string =>
  `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

function pageOf(who: Person): CaptureInput {
  return {
    pageUrl: `https://quotes.${who.last}.com/${who.leadId}/apply?utm_source=${who.city}&gclid=${who.token}&email=${who.mail}`,
    pageTitle: `Quote for ${who.first}`,
    formAction: `https://forms.${who.last}.com/${who.token}`,
    pageText: `Call ${spelled(who.other)} today`,
    fields: [
      { name: 'first_name', value: who.first },
      { name: 'last_name', value: who.last },
      { name: 'phone', type: 'tel', value: spelled(who.phone) },
    ],
    disclosures: [
      {
        key: who.leadId,
        text: `I, ${who.first} ${who.last.toUpperCase()}, agree that Real Leads may call me at ${spelled(who.phone)} or write to ${who.mail} about solar.`,
        checkbox: 'checked',
      },
    ],
    declaredDisclosures: [{ key: who.token, language: `+1 ${who.phone} is mine`, agreed: true }],
    customMetadata: {
      name: `${who.first} ${who.last}`,
      phone: who.phone,
      number: who.number,
      phoneNumber: Number(who.phone),
      address: { street: who.street, city: who.city, lines: [who.street, [who.note]] },
      token: who.token,
      lead_id: who.leadId,
      email: who.mail,
      [who.mail]: true,
    },
    signer: {
      ip: who.ip,
      userAgent: `Agent ${who.note}`,
      ipChain: [who.ip],
      geo: { city: who.city, latitude: 12.3456 },
    },
    sessionId: who.leadId,
    packageId: who.token,
    subGroupIds: [who.note],
  };
}

describe('consent-evidence pull', () => {
  it('leaves none of more than 1,000 planted names, numbers, addresses, tokens, ids and texts in the seed', async () => {
    const { mock, organization, env } = await account();
    const people = fc.sample(person, { numRuns: 85, seed: 40 });
    for (const who of people) mock.capture(organization, pageOf(who));
    const { code, text, stdout, stderr } = await pull(env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const captures = capturesIn(text);
    expect(captures).toHaveLength(people.length);
    const planted = people.flatMap((who) => Object.values(who).map(String));
    expect(planted.length).toBeGreaterThan(1000);
    const haystacks = [text, stdout].flatMap((each) => [
      each.toLowerCase(),
      decodeURIComponent(each.replace(/%(?![0-9a-f]{2})/gi, '')).toLowerCase(),
      each.replace(/[^0-9]+/g, ' '),
    ]);
    const compact = text.replace(/[\s().+-]/g, '');
    const found = planted.filter((value) => {
      const plain = value.toLowerCase();
      return haystacks.some((each) => each.includes(plain)) || compact.includes(value);
    });
    expect(found).toEqual([]);
    for (const { page } of captures) {
      const [disclosure] = page.disclosures ?? [];
      expect(disclosure?.text).toMatch(
        /^I, text\d+ text\d+, agree that Real Leads may call me at \(\d9\d\) 555-\d{4} or write to person\d+@mail\.example about solar\.$/,
      );
    }
  });

  it('replaces equal values by equal ones, whatever their spelling and place, and others by others', async () => {
    const values = [
      'Ann',
      'ann ',
      'ANN',
      'Bo',
      '2125550147',
      '(212) 555-0147',
      '+1 212.555.0148',
      'L-1',
      'l-1',
      'L-2',
      '7',
      '8',
    ];
    const same = (a: string, b: string): boolean => {
      const form = (text: string) =>
        /\d{3}/.test(text) ? text.replace(/\D/g, '').slice(-10) : text.trim().toLowerCase();
      return form(a) === form(b);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...values), { minLength: 4, maxLength: 8 }),
        async (leads) => {
          const { mock, organization, env } = await account();
          for (const lead of leads) {
            const customMetadata = {
              lead,
              again: [{ lead }],
              ...(/^\d$/.test(lead) && { n: Number(lead) }),
            };
            mock.capture(organization, presets.checkedBox({ customMetadata }));
            await mock.clock.advance(1000);
          }
          const pulled = capturesIn((await pull(env)).text).toSorted((a, b) => b.age - a.age);
          const replaced = pulled.map(
            ({ page }) =>
              page.customMetadata as { lead: string; again: { lead: string }[]; n?: number },
          );
          for (const [i, one] of replaced.entries()) {
            expect(one.again[0]?.lead).toBe(one.lead);
            if (one.n !== undefined) expect(String(one.n)).toBe(one.lead);
            for (const [j, other] of replaced.entries()) {
              expect(same(one.lead, other.lead)).toBe(same(leads[i] ?? '', leads[j] ?? ''));
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('keeps the form of a spelling, of a number and of what is nested, its flags and its nulls', async () => {
    const { mock, organization, env } = await account();
    const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as object;
    const customMetadata = {
      spelled: '1-212-555-0147',
      n: 12,
      half: 1.5,
      yes: true,
      no: null,
      none: '',
      list: [[], {}],
      deep,
    };
    mock.capture(organization, presets.checkedBox({ customMetadata }));
    const [capture] = capturesIn((await pull(env)).text);
    expect(capture?.page.customMetadata).toMatchObject({
      spelled: expect.stringMatching(/^1-\d{3}-\d{3}-\d{4}$/),
      n: expect.any(Number),
      half: expect.any(Number),
      yes: true,
      no: null,
      none: '',
      list: [[], {}],
    });
    expect(
      createMockService({ seed: JSON.parse((await pull(env)).text) as Seed }).requests(),
    ).toEqual([]);
  });
});

/** Criteria of each kind, with phrases that some of the wordings have. */
const CRITERIA: readonly object[] = [
  {},
  { record: { maxAgeSeconds: 3600 } },
  ...[
    'requirePresent',
    'requireUserSubmission',
    'requireCheckboxPresent',
    'requireAllCheckboxesAffirmed',
    'requireEveryDisclosureConsented',
  ].map((rule) => ({ disclosure: { [rule]: true } })),
  { disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true } },
  ...(['any_disclosure', 'every_disclosure'] as const).map((scope) => ({
    disclosure: { requiredText: [{ ruleId: 'call', anyOf: ['call', 'llamarme'], scope }] },
  })),
  {
    disclosure: { forbiddenText: [{ ruleId: 'gift', anyOf: ['gift card', 'marketing partners'] }] },
  },
  { leadMatch: { phone: '2125550147' } },
].map((rules) => ({ schemaVersion: 1, ...rules }));

async function recordsOf(client: ConsentEvidence): Promise<Cdr[]> {
  const records: Cdr[] = [];
  for (const domainId of await client.domains.list()) {
    for await (const { cdrId } of client.cdrs.list(domainId))
      records.push(await client.cdrs.get(cdrId));
  }
  return records.toSorted((a, b) => a.createdAt - b.createdAt);
}

/** What `criteria test` says of each record, in the order of the records. */
async function verdictsOf(records: readonly Cdr[], criteria: object): Promise<unknown> {
  const inside = folder();
  const [file, rules] = [path.join(inside, 'records.json'), path.join(inside, 'criteria.json')];
  writeFileSync(file, JSON.stringify(records));
  writeFileSync(rules, JSON.stringify(criteria));
  const at = new Date(NOW).toISOString();
  const ran = await runHere(['criteria', 'test', rules, '--records', file, '--now', at, '--json']);
  const { verdicts } = reported(ran) as { verdicts: { record: string }[] };
  return verdicts.map(({ record: _, ...verdict }) => verdict);
}

describe('the fake of a pulled seed', () => {
  it('gives the verdicts, ages, states and forms of the account', async () => {
    const { mock, organization, served, env } = await account(
      createMockService({ now: NOW - 10 * 86_400_000, idSeed: 'pull' }),
    );
    const other = mock.addOrganization({ name: 'Other Producer' });
    const webhook = { url: 'https://sink.consent-evidence.example/' };
    mock.updateOrganization(organization, { webhook, autoCollect: false });
    const client = new ConsentEvidence(served.clientOptions(organization));
    const pages = presetNames.map((name) => presets[name]({ render: 'complete' }));
    pages.push(
      presets.checkedBox({ signer: null }),
      presets.checkedBox({ pageUrl: 'https://a.b.plans.example.co.uk/' }),
    );
    pages.push(presets.checkedBox({ packageId: 'p-1' }), presets.checkedBox({ packageId: 'p-1' }));
    for (const [index, page] of pages.entries()) {
      await mock.clock.advance(3_600_000);
      const { cdrId } = mock.capture(organization, page);
      if (index % 3 === 0 && page.devMode !== true) await client.cdrs.collect(cdrId);
      await mock.clock.advance(60_000);
      if (page.devMode === true) continue;
      const { shareUrl } = mock.capture(other, { ...page, autoShare: true });
      await client.shares.receive(shareUrl);
    }
    await mock.clock.advance(NOW - mock.clock.now());
    const { code, text, stdout } = await pull(env);
    expect(code).toBe(0);
    const { pulledAt, leftOut } = reported({ code, stdout, stderr: '' }) as Record<string, string>;
    expect(leftOut).toEqual({});
    const seed = parseSeed(text);
    const fake = createMockService({ now: pulledAt, seed });
    const real = await recordsOf(client);
    const copies = await recordsOf(new ConsentEvidence(fake.clientOptions('account')));
    expect(copies).toHaveLength(real.length);
    const formOf = (cdr: Cdr) => ({
      createdAt: cdr.createdAt,
      states: [cdr.collected, cdr.guest, cdr.devMode, cdr.packageId !== undefined],
      acknowledged: cdr.webhookSuccessfullySentAt !== undefined,
      labels: [cdr.domain.split('.').length, cdr.domainId.split('.').length],
      auto: Object.entries(cdr.autoMetadata ?? {}).map(([name, value]) => [
        name,
        [value].flat().length,
      ]),
      custom: Object.keys(cdr.customMetadata ?? {}),
      signer: cdr.signerTelemetry && Object.keys(cdr.signerTelemetry),
      disclosures: cdr.disclosures?.length,
      detected: cdr.detectedDisclosureDetails?.disclosures.map(
        ({ key: _, checkboxNodeId: __, text: ___, ...facts }) => facts,
      ),
    });
    expect(copies.map(formOf)).toEqual(real.map(formOf));
    for (const criteria of CRITERIA) {
      expect(await verdictsOf(copies, criteria)).toEqual(await verdictsOf(real, criteria));
    }
  });
});

describe('a pull', () => {
  it('sends reads and nothing else', async () => {
    const { mock, organization, env } = await account();
    mock.capture(organization, presets.checkedBox());
    await pull(env);
    expect(new Set(mock.requests().map(({ operation }) => operation))).toEqual(
      new Set(['domains.list', 'cdrs.list', 'cdrs.get']),
    );
    expect(mock.charges().filter(({ cause }) => cause !== 'autoCollect')).toEqual([]);
  });

  it('has at most as many records as it was told, of each domain in turn, and says that there are more', async () => {
    const { mock, organization, env } = await account();
    for (let index = 0; index < 12; index += 1) {
      const pageUrl = `https://${index < 9 ? 'a' : 'b'}.example/`;
      mock.capture(organization, presets.checkedBox({ pageUrl }));
    }
    const some = await pull(env, '--limit', '10');
    expect(capturesIn(some.text)).toHaveLength(10);
    expect(reported(some)).toMatchObject({ records: 10, hasMore: true });
    const one = await pull(env, '--domain', 'b.example');
    expect(capturesIn(one.text)).toHaveLength(3);
    expect(reported(one)).toMatchObject({ records: 3, hasMore: false });
  });

  it('that broke off continues with the same command, reads nothing twice, and leaves no file', async () => {
    const { mock, organization, env } = await account();
    for (const who of fc.sample(person, { numRuns: 30, seed: 7 }))
      mock.capture(organization, pageOf(who));
    const lost = mock.requests().length;
    const { cdrId } = mock.capture(
      organization,
      presets.checkedBox({ pageUrl: 'https://a.aaa/', createdAt: 1_700_000_000_000 }),
    );
    const fault = mock.addFault({
      operation: 'cdrs.get',
      cdrId,
      code: 'FORBIDDEN',
      times: Infinity,
    });
    const out = path.join(folder(), 'seed.json');
    const args = ['pull', '--out', out, '--json'];
    const failed = await runHere(args, env);
    expect(failed.code).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(lost).toBe(0);
    fault.remove();
    const again = await runHere(args, env);
    expect(again.code).toBe(0);
    expect(reported(again)).toMatchObject({ records: 31, interrupted: false });
    expect(existsSync(`${out}.pull`)).toBe(false);
    const read = mock
      .requests()
      .filter(({ operation, status }) => operation === 'cdrs.get' && status === 200);
    const ids = new Set(read.map(({ path: each }) => each));
    expect(ids.size).toBe(31);
    expect(capturesIn(readFileSync(out, 'utf8'))).toHaveLength(31);
  });

  it('says what it left out', async () => {
    const { mock, organization, served, env } = await account(
      createMockService({ now: NOW, idSeed: 'pull', readings: { collectFalse: 'defer' } }),
    );
    const seller = mock.addOrganization({ name: 'Seller', autoCollect: false });
    const { shareUrl } = mock.capture(seller, presets.checkedBox({ autoShare: true }));
    await new ConsentEvidence(served.clientOptions(organization)).shares.receive(shareUrl, {
      collect: false,
    });
    mock.capture(organization, presets.checkedBox());
    const out = path.join(folder(), 'seed.json');
    const { stdout } = await runHere(['pull', '--out', out], env);
    expect(stdout).toContain('1 record in ');
    expect(stdout).toContain('left out: 1 that were received and are not collected');
  });

  it.each([
    ['of other flags', { version: 1, asked: 'x' }, 'other flags'],
    ['of another version', { version: 2 }, 'another version'],
    ['that is no run', [], 'another version'],
  ])('refuses to continue a run %s, and sends nothing', async (_, before, expected) => {
    const { mock, env } = await account();
    const out = path.join(folder(), 'seed.json');
    writeFileSync(`${out}.pull`, JSON.stringify(before));
    const { code, stderr } = await runHere(['pull', '--out', out], env);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--out') });
    expect(stderr).toContain(expected);
    expect(mock.requests()).toEqual([]);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses a seed of another version where it is served', async () => {
    const file = path.join(folder(), 'seed.json');
    writeFileSync(file, JSON.stringify({ version: 2, organizations: [] }));
    const { code, stderr } = await runHere(['mock', '--port', '0', '--seed', file], {});
    expect(code).toBe(2);
    expect(stderr).toContain('version: expected 1; this fake reads no other version');
  });
});
