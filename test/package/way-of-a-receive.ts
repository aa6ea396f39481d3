import { createMockService, presets } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { filesEntered } from './files-entered.ts';

/**
 * Makes the README's call twice, and prints as JSON the files that the second one enters, in the fake
 * and in the client. It runs in a process of its own, where Node loads the sources directly.
 */
const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'way' });
const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
const buyer = mock.addOrganization({ name: 'Acme Solar' });
const acceptance = {
  schemaVersion: 1,
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;
const shareUrlOf = () => mock.capture(producer, presets.checkedBox({ autoShare: true })).shareUrl;

let answer = '';
let inFake: string[] = [];
const options = mock.clientOptions(buyer);
const asking = new ConsentEvidence({
  ...options,
  fetch: async (url, init) => {
    inFake = await filesEntered(async () => {
      answer = await (await mock.fetch(url, init)).text();
    });
    return new Response(answer);
  },
});
await asking.shares.receive(shareUrlOf(), { acceptance });
const shareUrl = shareUrlOf();
await asking.shares.receive(shareUrl, { acceptance });

// The fake uses the same sources, so what the client enters is counted with its answer at hand.
const answered = new ConsentEvidence({ ...options, fetch: async () => new Response(answer) });
await answered.shares.receive(shareUrl, { acceptance });
const inClient = await filesEntered(() => answered.shares.receive(shareUrl, { acceptance }));

const charges = mock.charges({ organization: buyer }).length;
console.log(JSON.stringify({ charges, inFake, inClient }));
