import { ConsentEvidence } from 'consent-evidence';
import { simulate } from 'consent-evidence/mock/simulate';
import { equal, ok } from './expect.mjs';

/** The obvious first version: test/simulate/story.test.ts has the same program and the same story. */
function naive({ clientOptions }) {
  const client = new ConsentEvidence(clientOptions);
  const criteria = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };
  return {
    async take({ shareUrl, phone }) {
      try {
        const acceptance = { ...criteria, leadMatch: { phone } };
        const { cdrId } = await client.shares.receive(shareUrl, { acceptance });
        return { decision: 'accept', cdrId };
      } catch {
        return { decision: 'refuse' };
      }
    },
  };
}

const STORY = `12:00:00.000  Sunroof Leads captures record 1: phone (212) 555-0111
12:00:00.000    and shares it: link 1
12:01:00.000  L-1 is posted: link 1, the phone (212) 555-0111
12:01:00.020    Acme Solar asks to receive link 1
12:01:00.020      the service charges Acme Solar for record 1
12:01:00.040    Acme Solar answers L-1: accept, record 1
12:02:00.000  L-2 is posted: link 1, the phone (212) 555-0111
12:02:00.020    Acme Solar asks to receive link 1
12:02:00.040    Acme Solar answers L-2: accept, record 1

oneChargePerRecord: record 1 is accepted for L-1 and for L-2: whoever sold them is paid twice for it.
To run it again: seed "naive", world 0.`;

/** Whether there is `node:async_hooks`, which a Worker without `nodejs_compat` lacks. */
const tellsCalls = globalThis.process?.getBuiltinModule?.('node:async_hooks') !== undefined;

const TRIED = {
  leads: 19,
  accepted: 15,
  requests: 34,
  deliveries: 0,
  effects: 0,
  charges: 12,
  crashes: 4,
};

export const simulation = {
  name: 'simulation',
  cases: () => [
    tellsCalls
      ? [
          'has the same worlds and tells the same story everywhere',
          async () => {
            const one = await simulate({ start: naive, seed: 'naive', world: 0 });
            equal(
              one.broken.map(({ story }) => story),
              [STORY],
            );
            equal((await simulate({ start: naive, seed: 'naive', worlds: 10 })).tried, TRIED);
          },
        ]
      : [
          'is refused where no request can be told to belong to a call',
          async () => {
            const error = await simulate({ start: naive }).catch((error) => error);
            ok(String(error).includes('runtime: expected AsyncLocalStorage'), String(error));
          },
        ],
  ],
};
