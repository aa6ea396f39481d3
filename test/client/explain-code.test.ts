import { describe, expect, it } from 'vitest';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { JOB_CODE_MEANINGS } from '../../src/decision/job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from '../../src/decision/lead-code-meanings.ts';
import { explainCode } from '../../src/index.ts';
import { reported, runHere } from '../cli/run-here.ts';

const OF_THE_SERVICE = [...Object.keys(ERROR_STATUS), ...Object.keys(ACCEPTANCE_FAILURE_STATUS)];
const OURS = [...Object.keys(LEAD_CODE_MEANINGS), ...Object.keys(JOB_CODE_MEANINGS)];

describe('explainCode', () => {
  it.each([...OF_THE_SERVICE, ...OURS])('says of %s what the command line says', async (code) => {
    const report = reported(await runHere(['explain', code, '--json']));
    const { cause: meaning, next: act } = report;
    expect(explainCode(code)).toMatchObject({ code, meaning, act });
  });

  it.each(OF_THE_SERVICE)('has words for the seller of a lead with %s', (code) => {
    expect(explainCode(code)?.sellerMessage).toMatch(/^[A-Z].+\.$/);
  });

  it.each(['', 'gone', 'NEW_CODE', 'toString', '__proto__', 'constructor'])(
    'knows nothing of %j',
    (code) => {
      expect(explainCode(code)).toBeUndefined();
    },
  );
});
