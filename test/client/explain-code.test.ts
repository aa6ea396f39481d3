import { describe, expect, it } from 'vitest';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import {
  JOB_DECISION_MEANINGS,
  LEAD_DECISION_MEANINGS,
} from '../../src/decision/decision-meanings.ts';
import { JOB_CODE_MEANINGS } from '../../src/decision/job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from '../../src/decision/lead-code-meanings.ts';
import { explainCode } from '../../src/index.ts';
import { reported, runHere } from '../cli/run-here.ts';

const OF_THE_SERVICE = [...Object.keys(ERROR_STATUS), ...Object.keys(ACCEPTANCE_FAILURE_STATUS)];
const OURS = [...Object.keys(LEAD_CODE_MEANINGS), ...Object.keys(JOB_CODE_MEANINGS)];

describe('explainCode', () => {
  it.each([...OF_THE_SERVICE, ...OURS])('says of %s what the command line says', async (code) => {
    const report = reported(await runHere(['explain', code, '--json']));
    const { cause: meaning, next: act, pays } = report;
    expect(pays).toMatch(/^(?:No one|Your organization|Not known yet)\b.*\.$/);
    expect(explainCode(code)).toMatchObject({ code, meaning, act, pays });
  });

  it.each(OF_THE_SERVICE)('has words for the seller of a lead with %s', (code) => {
    expect(explainCode(code)?.sellerMessage).toMatch(/^[A-Z].+\.$/);
  });

  it.each(OURS)('has no words for a seller with %s, which the service never sends', (code) => {
    expect(explainCode(code)).not.toHaveProperty('sellerMessage');
  });

  it('tells the seller which requirement a code means', () => {
    expect(explainCode('LEAD_PHONE_NOT_MATCHED')?.sellerMessage).toBe(
      'The consent record does not meet our requirements: the phone number is not one that was entered in the form.',
    );
  });

  it.each([...Object.keys(LEAD_DECISION_MEANINGS), ...Object.keys(JOB_DECISION_MEANINGS)])(
    'leaves the decision %s to the command line, which has a sentence for each column',
    async (decision) => {
      expect(explainCode(decision)).toBeUndefined();
      const { cause, next } = reported(await runHere(['explain', decision, '--json']));
      for (const text of [cause, next]) expect(text).toMatch(/^[A-Z].+\.$/);
    },
  );

  it.each(['', 'gone', 'NEW_CODE', 'toString', '__proto__', 'constructor'])(
    'knows nothing of %j',
    (code) => {
      expect(explainCode(code)).toBeUndefined();
    },
  );
});
