import * as client from 'consent-evidence';
import * as mock from 'consent-evidence/mock';
import * as webhooks from 'consent-evidence/webhooks';
import { equal, ok } from './expect.mjs';

// Where secrets are not known yet, and a Worker may do nothing else.
const early = new client.ConsentEvidence();
const store = webhooks.memoryStore();

export const loading = {
  name: 'loading',
  cases({ require }) {
    const cases = [
      ['the client', async () => equal(typeof client.ConsentEvidence, 'function')],
      ['the webhooks', async () => equal(typeof webhooks.createWebhookHandler, 'function')],
      ['the fake', async () => equal(typeof mock.createMockService, 'function')],
      [
        'a client and a store can be made while a module loads',
        async () => ok(early !== undefined && store !== undefined, 'made'),
      ],
      [
        'a class is one class, whichever face it comes from',
        async () => ok(client.InvalidInputError === webhooks.InvalidInputError, 'one class'),
      ],
    ];
    if (require === undefined) return cases;
    const required = async () => {
      ok(require('consent-evidence').ConsentEvidence === client.ConsentEvidence, 'one class');
      ok(
        require('consent-evidence/webhooks').verifyWebhook === webhooks.verifyWebhook,
        'one function',
      );
    };
    return [...cases, ['require() gives the same module', required]];
  },
};
