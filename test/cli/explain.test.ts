import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { reported, runHere } from './run-here.ts';

const KNOWN = [...Object.keys(ERROR_STATUS), ...Object.keys(ACCEPTANCE_FAILURE_STATUS)];

describe('consent-evidence explain', () => {
  it.each(KNOWN)('says what %s means and what to do', async (code) => {
    const report = reported(await runHere(['explain', code.toLowerCase(), '--json']));
    expect(report).toMatchObject({
      ...{ ok: true, code, lead: expect.stringMatching(/^(?:hold|refuse|fix)$/) },
      ...{
        cause: expect.stringMatching(/^[A-Z].+\.$/),
        next: expect.stringMatching(/^[A-Z].+\.$/),
      },
    });
    expect(JSON.stringify(report)).not.toContain('`');
  });

  it('has every code once, and says so without one', async () => {
    const { codes } = reported(await runHere(['explain', '--json'])) as {
      codes: { code: string; cause: string; next: string }[];
    };
    const names = codes.map(({ code }) => code);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(KNOWN));
    expect(
      codes.filter(({ cause, next }) => !/^\S.+\.$/.test(cause) || !/^\S.+\.$/.test(next)),
    ).toEqual([]);
    const { stdout } = await runHere(['explain']);
    for (const name of names) expect(stdout).toContain(`\n  ${name}\n      `);
    const flat = stdout.replaceAll(/\s+/g, ' ');
    for (const { code, cause } of codes) expect(flat).toContain(`${code} ${cause}`);
  });

  it.each([
    ...[
      ['accept', 'lead', 'Store the cdrId'],
      ['refuse', 'lead', 'Answer the seller'],
      ['duplicate', 'lead', 'Do not accept the lead'],
      ['hold', 'lead', 'Keep the lead'],
      ['fix', 'lead', 'correct what the code'],
    ],
    ...[
      ['retry', 'job', 'Give it back'],
      ['drop', 'job', 'Remove the job'],
      ['stop', 'job', 'take no more jobs'],
    ],
  ])('says what the decision %s about a %s means and what to do', async (word, about, next) => {
    const report = reported(await runHere(['explain', word, '--json']));
    expect(report).toMatchObject({ code: word, kind: `decision about a ${about}` });
    expect(report['next']).toContain(next);
  });

  it('says in words what a code of a held lead, a refused delivery or a warning is', async () => {
    for (const code of ['PAID_UNKNOWN', 'signature_mismatch', 'NO_REQUIREMENT', 'TimeoutError']) {
      const { code: exit, stdout } = await runHere(['explain', code]);
      expect(exit).toBe(0);
      expect(stdout).toMatch(/^cause {3}\S/m);
      expect(stdout).toMatch(/^next {4}\S/m);
    }
  });

  it('says who pays where a lead is held, and where a call ends without an answer', async () => {
    const { stdout } = await runHere(['explain', 'PAID_UNKNOWN']);
    expect(stdout).toMatch(/^pays {4}Your organization, perhaps\. intake\.orphans\(\) lists/m);
    expect((await runHere(['explain', 'TimeoutError'])).stdout).toMatch(/^pays {4}Your org/m);
  });

  it('says of each code what the page of codes says', async () => {
    const { codes } = reported(await runHere(['explain', '--json'])) as {
      codes: { code: string; cause: string; next: string }[];
    };
    const page = (await readFile('docs/errors.md', 'utf8')).replaceAll('`', '');
    const said = codes.map(({ cause, next }) => `${cause} **Next:** ${next}`);
    expect(said.filter((each) => !page.includes(each))).toEqual([]);
  });

  it('distinguishes a code from a reason that differs only in case', async () => {
    expect((await runHere(['explain', 'TOO_LARGE'])).stdout).toContain('TOO_LARGE: code of a job');
    expect((await runHere(['explain', 'too_large'])).stdout).toContain('too_large: reason of');
    expect((await runHere(['explain', 'settings_invalid'])).stdout).toContain('SETTINGS_INVALID');
  });

  it('asks whether another code was meant', async () => {
    const { code, stderr } = await runHere(['explain', 'CDR_ACEPTANCE_FAILED']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean CDR_ACCEPTANCE_FAILED?');
    expect((await runHere(['explain', 'x'.repeat(200)])).stderr).toContain('lists all');
  });
});
