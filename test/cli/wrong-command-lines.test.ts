import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Option } from 'commander';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { COMMANDS, type Listed } from './commands.ts';
import { envelopeOf } from './envelope.ts';

/** A value that each flag refuses. `null`: any non-empty text may be valid. */
const WRONG_VALUES: Readonly<Record<string, string | null>> = {
  '--port': '70000',
  '--host': 'no such host',
  '--allow-host': 'http://x',
  '--seed': 'no/such/seed.json',
  '--state': 'no/such/folder/w.state',
  '--now': 'soon',
  '--id-seed': null,
  '--requests-kept': '0',
  '--min': 'most',
  '--reading': 'collectFalse',
  '--webhook': 'nowhere',
  '--dashboard': 'nowhere',
  '--control-token': 'short',
  '--as': 'nobody',
  '--write-env': 'no/such/folder/.env',
  '--secret': null,
  '--secret-file': 'no/such/secret.txt',
  '--control-token-file': 'no/such/token.txt',
  '--timeout-ms': '0',
  '--body': 'no/such/body.json',
  '--age-seconds': '-1',
  '--webhook-id': null,
  '--timestamp': 'now',
  '--profile': 'no.such',
  '--phone': '555-0147',
  '--key': null,
  '--domain': null,
  '--after': null,
  '--limit': '0',
  '--allow': 'NO_SUCH_WARNING',
  '--records': 'no/such/records.ndjson',
  '--accept-at-least': '101',
  '--hold': null,
  '--warn-within-days': '9999',
  '--concurrency': '0',
  '--sign-key': 'no/such/key.pem',
  '--sign-key-id': 'alone',
  '--public-key': 'no-file',
  '--head': 'no-hash',
  '--out': null,
  '--note': null,
  '--parquet': null,
  '--archive': 'no/such/archive',
  '--approved': 'no/such/texts.json',
  '--ledger': 'no/such/leads.db',
  '--lead': 'alone',
  '--since': 'soon',
  '--older-than-minutes': '-1',
  '--tier': '4',
  '--materials': 'no/such/materials.json',
  '--html': 'no/such/folder/report.html',
  '--against': 'no/such/report.json',
  '--max-wait-seconds': '-1',
  '--calibration': 'no/such/report.json',
  '--search': null,
  '--source': null,
  '--code': null,
  '--before': 'soon',
  '--account': null,
  '--table': 'No Table',
  '--accept': null,
  '--refuse': null,
  '--seller-message': null,
  '--by': null,
  '--index': null,
  '--cdr': 'a/b',
  '--month': '26-1',
  '--metadata': 'no-value',
  '--reason': null,
  '--from': 'soon',
  '--to': 'soon',
  '--csv': 'no/such/folder/report.csv',
  '--share': 'none',
  '--id': 'none',
  '--criteria': 'no/such/criteria.json',
  '--max-receives': '-1',
  '--wait-minutes': '-1',
};

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const CRITERIA = path.join(folder, 'criteria.json');
writeFileSync(CRITERIA, '{"schemaVersion":1}');
const RECORDS = path.join(folder, 'records.ndjson');
writeFileSync(RECORDS, '');
const LEADS = path.join(folder, 'leads.csv');
writeFileSync(LEADS, 'share,phone\n');
const LEDGER = path.join(folder, 'leads.db');
const ledger = sqliteLedger(LEDGER);
await ledger.open('');
ledger.close();
afterAll(() => rmSync(folder, { recursive: true }));

/** Valid arguments for each command, to which a test adds one mistake. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  check: [],
  find: ['--phone', '4155550123'],
  reconcile: ['--since', '2026-01-05'],
  archive: [path.join(folder, 'archive')],
  'archive verify': [folder],
  'archive export': [folder],
  'archive find': ['--month', '2026-01', folder],
  'archive erase': ['--reason', 'order', '--by', 'ann', '--yes', folder, 'cdr_1'],
  'archive disclosures': [folder],
  dossier: ['--phone', '4155550123', '--out', path.join(folder, 'case')],
  leads: [],
  'leads held': ['--ledger', LEDGER],
  'leads show': ['--ledger', LEDGER, 'L-1'],
  'leads settle': ['--ledger', LEDGER, '--by', 'ann', '--refuse', 'no', 'L-1'],
  'leads report': ['--ledger', LEDGER],
  'leads receive': [
    ...['--share', 'share', '--phone', 'phone', '--criteria', CRITERIA, '--max-receives', '1'],
    ...['--out', path.join(folder, 'result.csv'), '--ledger', LEDGER, LEADS],
  ],
  calibrate: [],
  pull: ['--out', path.join(folder, 'seed.json')],
  criteria: [],
  'criteria lint': [CRITERIA],
  'criteria test': ['--records', RECORDS, CRITERIA],
  'criteria diff': ['--records', RECORDS, CRITERIA, CRITERIA],
  explain: ['GONE'],
  docs: ['lead-intake'],
  completion: ['bash'],
  version: [],
  mock: ['--port', '0'],
  'mock exec': ['node', '--version'],
  'mock env': ['--as', 'acme', '--port', '9'],
  'mock logs': ['--port', '9'],
  'mock open': ['--port', '9'],
  webhook: [],
  'webhook doctor': ['--secret', 'whsec_x', 'http://127.0.0.1:9/'],
  'webhook send': ['--secret', 'whsec_x', 'http://127.0.0.1:9/'],
  'webhook sign': ['--secret', 'whsec_x', 'package.json', '--webhook-id', 'wh_1'],
};

/** The fake judges the values of these flags, and no fake answers here. */
const JUDGED_BY_THE_FAKE = new Set([
  'mock env --as',
  ...['env', 'logs', 'open'].map((name) => `mock ${name} --control-token`),
]);

/** Builds a command line. Flags come before the arguments, or `exec` would pass them on. */
function lineOf(name: string, flags: readonly string[]): string[] {
  const right = RIGHT[name] ?? [];
  // A repeated flag would override the mistake.
  const rest = right.filter((_, at) => !flags.includes(right[at - 1] ?? '') || at === 0);
  return [...name.split(' '), ...flags, ...rest.filter((word) => word !== flags[0])];
}

/** Returns the flags that the command requires, without its arguments. */
function flagsOf(name: string): string[] {
  const right = RIGHT[name] ?? [];
  const first = right.findIndex((word, at) => at % 2 === 0 && !word.startsWith('--'));
  return first < 0 ? [...right] : right.slice(0, first);
}

interface Mistake {
  readonly about: string;
  readonly args: readonly string[];
  /** What the error must name. */
  readonly names: string;
}

function mistakesWith({ name }: Listed, option: Option): Mistake[] {
  const flag = option.long ?? '';
  if (!option.required) {
    return [{ about: `${flag} with a value`, args: lineOf(name, [`${flag}=1`]), names: flag }];
  }
  const wrong = WRONG_VALUES[flag];
  const isOpen = wrong === null || JUDGED_BY_THE_FAKE.has(`${name} ${flag}`);
  return [
    { about: `${flag} without a value`, args: [...name.split(' '), flag], names: flag },
    { about: `${flag} with an empty value`, args: lineOf(name, [flag, '']), names: flag },
    ...(isOpen
      ? []
      : [{ about: `a wrong ${flag}`, args: lineOf(name, [flag, String(wrong)]), names: flag }]),
  ];
}

function mistakesOf(each: Listed): Mistake[] {
  const { name, command } = each;
  const words = name.split(' ');
  const args = command.registeredArguments;
  return [
    { about: 'an unknown flag', args: lineOf(name, ['--no-such-flag']), names: '--no-such-flag' },
    ...command.options.flatMap((option) => mistakesWith(each, option)),
    ...(args.some(({ variadic }) => variadic)
      ? []
      : [{ about: 'a word too many', args: [...lineOf(name, []), 'surplus'], names: '' }]),
    ...(args.some(({ required }) => required)
      ? [
          {
            about: 'a missing argument',
            args: [...words, ...flagsOf(name)],
            names: '>: is required',
          },
          { about: 'an empty argument', args: [...words, ...flagsOf(name), '', ''], names: '' },
        ]
      : []),
    ...(command.commands.length > 0 && args.length === 0
      ? [{ about: 'an unknown command', args: [...words, 'no-such-command'], names: '' }]
      : []),
  ];
}

/** Puts the flag for scripts right after the command, where no other flag takes it for a value. */
function forScripts(name: string, args: readonly string[]): string[] {
  const words = name.split(' ');
  return [...words, '--json', ...args.slice(words.length)];
}

describe('a wrong command line', () => {
  let said = '';
  let printed = '';
  beforeEach(() => {
    said = '';
    printed = '';
    for (const name of ['API_KEY', 'BASE_URL', 'PROFILE', 'WEBHOOK_SECRET', 'LEDGER']) {
      vi.stubEnv(`CONSENT_EVIDENCE_${name}`, undefined);
    }
    const listen = (text: string | Uint8Array): boolean => {
      said += String(text);
      return true;
    };
    vi.spyOn(process.stderr, 'write').mockImplementation(listen);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return listen(text);
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  });

  it('is made of every command there is', () => {
    expect(COMMANDS.map(({ name }) => name).sort()).toEqual(Object.keys(RIGHT).sort());
    const flags = COMMANDS.flatMap(({ command }) => command.options)
      .filter(({ required }) => required)
      .map(({ long }) => long);
    expect([...new Set(flags)].sort()).toEqual(Object.keys(WRONG_VALUES).sort());
  });

  describe.each(COMMANDS)('of "$name"', (each) => {
    it.each(mistakesOf(each))('has exit code 2: $about', async ({ args, names }) => {
      expect(await runCli(args)).toBe(2);
      expect(process.exitCode).toBeUndefined();
      expect(said).toMatch(/^error: [^ :\n][^:\n]*: \S/m); // the field, then what was expected
      expect(said).toContain(names);
      expect(said).not.toMatch(/\n\s+at /); // a message, not a stack
    });
  });

  describe.each(COMMANDS.filter(({ name }) => name !== 'mock exec'))('of "$name"', (each) => {
    it.each(mistakesOf(each))('is told to a script: $about', async ({ args }) => {
      expect(await runCli(forScripts(each.name, args))).toBe(2);
      const told = envelopeOf(printed);
      const { name } = each;
      expect(told).toMatchObject({ command: name, error: { name: 'InvalidInputError' } });
      // The words that a person gets, without the prefix.
      expect(said).toContain(`error: ${told.error?.message}\n`);
    });
  });

  it('of a command that "mock exec" runs is not ours to tell', async () => {
    expect(await runCli(['mock', 'exec', '--no-such-flag', 'node', '--json'])).toBe(2);
    expect(await runCli(['mock', 'env', '--', '--json'])).toBe(2);
    expect(printed).toBe('');
  });

  it.each([[[]], [['webhook']], [['criteria']]])(
    'has exit code 2 and the help: %j',
    async (args) => {
      expect(await runCli(args)).toBe(2);
      expect(said).toContain('Usage:');
    },
  );

  it.each([
    ['mock', 'exec', '--json', '--', 'node'],
    ['mock', 'exec', '--while-stdin', '--', 'node'],
    ['mock', '--watch', '--port', '0'],
    ['mock', 'env'],
    ['no-such-command'],
  ])('has exit code 2: %j', async (...args) => {
    expect(await runCli(args)).toBe(2);
  });

  it.each([
    ['mock exce --seed demo -- true', 'exec'],
    ['mock evn', 'env'],
    ['archive verfy evidence', 'verify'],
    ['archive exprot evidence', 'export'],
    ['webhook sned http://127.0.0.1:9/', 'send'],
    ['mokc', 'mock'],
    ['receive', 'leads receive'],
    ['verify evidence', 'archive verify'],
    ['doctor http://127.0.0.1:9/', 'webhook doctor'],
    ['logs', 'mock logs'],
  ])('proposes the command that was meant: %s', async (line, meant) => {
    expect(await runCli([...line.split(' '), '--json'])).toBe(2);
    expect(said).toContain(`; did you mean ${meant}?`);
  });

  it.each([
    ['find --fone 2125550147', '--fone', '--phone'],
    ['dossier --phon 2125550147 --out x', '--phon', '--phone'],
  ])('names the unknown flag before any that is missing: %s', async (line, unknown, meant) => {
    expect(await runCli(line.split(' '))).toBe(2);
    expect(said).toContain(`error: ${unknown}: there is no such flag`);
    expect(said).toContain(`; did you mean ${meant}?`);
  });

  it.each(['mock 1', 'archive verify a b', 'webhook doctor http://127.0.0.1:9/ --secret x b'])(
    'proposes no correction where a word is too many: %s',
    async (line) => {
      expect(await runCli(line.split(' '))).toBe(2);
      expect(said).toContain('error: arguments: expected ');
      expect(said).not.toContain('did you mean');
    },
  );

  it.each([
    ['help'],
    ['help', 'find'],
    ['help', 'mock', 'exec'],
    ['--help'],
    ['--version'],
    ['-v'],
    ['version'],
    ['completion', 'bash'],
    ['mock', '--help'],
    ['webhook', 'doctor', '--help'],
  ])('does not include a request for help: %j', async (...args) => {
    expect(await runCli(args)).toBe(0);
  });

  it('is not one that asks a fake which is not there: exit code 1', async () => {
    expect(await runCli(['mock', 'env', '--as', 'acme', '--port', '9'])).toBe(1);
    expect(said).toContain('no fake is running at http://127.0.0.1:9');
    expect(await runCli(['mock', 'env', '--as', 'acme', '--port', '9', '--json'])).toBe(1);
    expect(envelopeOf(printed)).toMatchObject({ command: 'mock env', error: { name: 'Error' } });
  });

  it('says nothing that a terminal would obey', async () => {
    expect(await runCli(['mock', '--seed', 'no\u001b[2J\u009b31m'])).toBe(2);
    expect(said).toContain(String.raw`no\u001b[2J\u009b31m`);
    expect(await runCli(['mock', '--no\u001b[2J'])).toBe(2);
    expect(said).not.toMatch(/[\u001b\u009b]/);
  });
});
