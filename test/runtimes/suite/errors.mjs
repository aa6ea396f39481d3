import {
  CallError,
  ConsentEvidence,
  ConsentEvidenceError,
  InvalidInputError,
  isApiError,
  isConsentEvidenceError,
  receiveDecision,
} from 'consent-evidence';
import { createMockService } from 'consent-evidence/mock';
import { equal, failureOf, has, ok } from './expect.mjs';

async function refusal() {
  const mock = createMockService();
  const { clientOptions } = mock;
  const party = mock.addOrganization({ name: 'Acme' });
  return failureOf(new ConsentEvidence(clientOptions(party)).shares.receive('no-such-token'));
}

export const errors = {
  name: 'errors',
  cases() {
    return [
      [
        'the guards',
        async () => {
          const error = await refusal();
          ok(isConsentEvidenceError(error), 'isConsentEvidenceError');
          ok(isApiError(error, 'NOT_FOUND'), 'isApiError');
          ok(!isApiError(error, 'GONE'), 'not another code');
          ok(!isApiError(new TypeError('x')), 'not another error');
          ok(error instanceof CallError && error instanceof ConsentEvidenceError, 'instanceof');
          ok(error instanceof Error && !(error instanceof InvalidInputError), 'nothing else');
          equal(receiveDecision(error), 'refuse');
        },
      ],
      [
        'an error is readable in a log',
        async () => {
          const error = await refusal();
          ok(
            String(error).startsWith('ApiError: shares.receive: NOT_FOUND (404): '),
            String(error),
          );
          ok(error.stack.includes('NOT_FOUND'), error.stack);
          const { name, code, headers } = JSON.parse(JSON.stringify(error));
          equal({ name, code, headers }, { name: 'ApiError', code: 'NOT_FOUND' });
        },
      ],
      [
        'what is wrong is refused by its name',
        async () => {
          const client = new ConsentEvidence({ apiKey: 'a.b', baseUrl: 'https://api.example.com' });
          const error = await failureOf(client.cdrs.get('../keys'));
          has(error, { name: 'InvalidInputError', outcome: 'not_sent' });
          equal(error.issues[0].path, 'cdrId');
        },
      ],
      [
        'plain http is for loopback hosts',
        async () => {
          const make = async () => new ConsentEvidence({ baseUrl: 'http://api.example.com' });
          equal((await failureOf(make())).issues[0].path, 'baseUrl');
        },
      ],
    ];
  },
};
