import * as client from 'consent-evidence';
import * as mock from 'consent-evidence/mock';
import * as webhooks from 'consent-evidence/webhooks';
import { equal, has, ok } from './expect.mjs';
import { fill } from './world.mjs';

// At load time, when secrets are not known yet and a Worker may do little else.
const early = new client.ConsentEvidence();
const store = webhooks.memoryStore();
const fake = mock.createMockService({ idSeed: 'loading' });
const world = fill(fake);

function refusalOf(work) {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

const seedless = refusalOf(() => mock.createMockService());

export const loading = {
  name: 'loading',
  cases({ require, kind }) {
    const cases = [
      ['the client', async () => equal(typeof client.ConsentEvidence, 'function')],
      ['the webhooks', async () => equal(typeof webhooks.createWebhookHandler, 'function')],
      ['the fake', async () => equal(typeof mock.createMockService, 'function')],
      [
        'a client and a store can be made while a module loads',
        async () => ok(early !== undefined && store !== undefined, 'made'),
      ],
      [
        'a fake can be made while a module loads, and works after it',
        async () => {
          const { baseUrl, fetch } = fake;
          const apiKey = world.keys.producer;
          const { domains } = new client.ConsentEvidence({ apiKey, baseUrl, fetch });
          equal(await domains.list(), ['example.com']);
        },
      ],
      [
        'a fake that needs random ids says where there are none yet',
        async () => {
          equal(seedless === undefined, kind !== 'worker', 'made');
          if (seedless === undefined) return;
          has(seedless, { name: 'InvalidInputError' });
          equal(
            seedless.issues.map(({ path }) => path),
            ['idSeed'],
          );
        },
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
