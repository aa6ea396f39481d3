import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { envFileLine, exportLine } from '../../cli/mock/env-lines.ts';
import { serviceText } from '../../cli/mock/service-text.ts';
import { printable, printableJson } from '../../cli/output/printable.ts';
import {
  environmentOf,
  type PrintedOrganization,
  refuseSameVariable,
  variableOf,
} from '../../mock/fake/environment.ts';
import { character } from '../texts/characters.ts';
import { CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';
import { runHere } from './run-here.ts';

const SH = '/bin/sh';
const AT = { baseUrl: 'http://127.0.0.1:4010', controlToken: undefined, as: 'org-0' };
const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Texts that mix ordinary characters with those special to shells, terminals and JSON. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['$(: > ran)', '`: > ran`', "'", '"', '\\', '\n', ';', '&', '|', '#', '!', '%', '_'],
      ...[
        '\u001b[2J',
        '\u009b31m',
        '\u202e',
        '\u2028',
        '\r',
        '\b',
        '\u007f',
        '>ran',
        ' ',
        '*',
        '~',
      ],
    ),
    fc.string({ unit: character, minLength: 1, maxLength: 1 }).filter((each) => each !== '\0'),
  ),
  maxLength: 12,
});

/** Evaluates lines in a real shell that finds no program, and returns the resulting variables. */
function evaluate(lines: string, names: readonly string[]): string[] {
  const print = names.map((name) => `printf '%s\\0' "$${name}"`).join('\n');
  const env = { PATH: folder };
  const output = execFileSync(SH, ['-s'], {
    ...{ input: `${lines}\n${print}\n`, cwd: folder, env },
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  expect(readdirSync(folder)).toEqual([]); // nothing was run
  return output.split('\0').slice(0, -1);
}

describe.skipIf(!existsSync(SH))('lines for a shell', () => {
  it('set exactly the values, and run nothing', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 20 }), (values) => {
        const names = values.map((_, index) => `V${index}`);
        const lines = values.map((value, index) => exportLine(`V${index}`, value)).join('\n');
        expect(evaluate(lines, names)).toEqual(values);
        expect(printable(lines.replaceAll('\n', ''))).toBe(lines.replaceAll('\n', ''));
      }),
      { numRuns: 25 },
    );
  });

  it('are all that is printed below the addresses, whatever the organizations are called', () => {
    const organization = fc.record({
      name: hostile,
      secret: hostile.filter((each) => each !== ''),
    });
    fc.assert(
      fc.property(fc.array(organization, { minLength: 1, maxLength: 5 }), (given) => {
        const organizations = given.map(({ name, secret }, index): PrintedOrganization => {
          const env = {
            CONSENT_EVIDENCE_API_KEY: `k${index}.s`,
            CONSENT_EVIDENCE_WEBHOOK_SECRET: secret,
          };
          return { organizationId: `org-${index}`, name, env };
        });
        const [, ...blocks] = serviceText({
          ...{ url: 'http://127.0.0.1:4010', controlUrl: 'http://127.0.0.1:4010/_mock/api' },
          ...{ organizations, env: environmentOf(organizations, AT) },
        }).split('\n\n');
        const names = organizations.map(({ organizationId }) =>
          variableOf(organizationId, 'CONSENT_EVIDENCE_WEBHOOK_SECRET'),
        );
        const secrets = given.map(({ secret }) => secret);
        expect(evaluate(blocks.join('\n'), names)).toEqual(secrets);
        // If `#` does not start a comment, as in an interactive zsh, no name becomes a command.
        const commentless = blocks.join('\n').replaceAll(/^#/gm, ':');
        expect(evaluate(commentless, names)).toEqual(secrets);
      }),
      { numRuns: 20 },
    );
  });
});

describe('lines of an env file', () => {
  it('give the values that Node reads from them', () => {
    const value = hostile.filter((each) => !/["'`\\\r]/.test(each));
    fc.assert(
      fc.property(value, (each) => {
        expect(parseEnv(envFileLine('V', each))['V']).toBe(each);
      }),
    );
    expect(parseEnv(envFileLine('V', "it's"))['V']).toBe("it's");
  });
});

describe('one line of JSON', () => {
  it('says the same, and nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(hostile, (each) => {
        const line = printableJson({ each });
        expect(JSON.parse(line)).toEqual({ each });
        expect(printable(line)).toBe(line);
      }),
    );
  });
});

describe('a variable', () => {
  it('is of one organization, or the ids are refused', () => {
    const id = fc.stringMatching(/^[aAbB_-]{1,3}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 4 }), (ids) => {
        const variables = ids.map((each) => variableOf(each, 'CONSENT_EVIDENCE_API_KEY'));
        const refuse = (): void => refuseSameVariable(ids);
        if (new Set(variables).size === ids.length) expect(refuse).not.toThrow();
        else expect(refuse).toThrow(/have the same variable/);
      }),
    );
  });
});

describe.skipIf(!existsSync(SH))('consent-evidence mock env', () => {
  it('makes a shell one organization of the fake that runs', async () => {
    await using cli = new CliProcess([
      'mock',
      '--port',
      '0',
      '--seed',
      'demo',
      '--json',
      '--as',
      'acme',
    ]);
    const { url, env } = reportIn(await cli.firstLine()) as {
      url: string;
      env: Record<string, string>;
    };
    expect(env['CONSENT_EVIDENCE_API_KEY']).toBe('acme.demo-only');
    const { port } = new URL(url);
    const { code, stdout } = await runHere(['mock', '--port', port, 'env', '--as', 'verde']);
    expect(code).toBe(0);
    const names = ['CONSENT_EVIDENCE_API_KEY', 'CONSENT_EVIDENCE_BASE_URL'];
    expect(evaluate(`eval "${stdout.replace(/["$`\\]/g, '\\$&')}"`, names)).toEqual([
      'verde.demo-only',
      url,
    ]);
    expect(await runHere(['mock', 'env', '--port', port, '--as', 'nobody'])).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringContaining('no organization "nobody"'),
    });
  });
});
