import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';
import type { World } from './support/world.ts';

/** The sender's access to the record when the token is made, and when it is received. */
type Story = 'nothing' | 'given' | 'paid' | 'paid after the share';

/** Makes a token of a sender with that history. */
async function tokenBy(world: World, story: Story): Promise<string> {
  const { producer, buyer, cdrId, token } = await sharedBy(world);
  if (story === 'paid after the share') {
    await world.collect(producer, cdrId);
    return token;
  }
  if (story === 'nothing') return token;
  // If the sender had paid before sharing, the receiver gets access and pays nothing.
  if (story === 'given') await world.collect(producer, cdrId);
  const first = story === 'given' ? await world.tokenOf(producer, cdrId) : token;
  await world.receive(buyer, first);
  return world.tokenOf(buyer, cdrId);
}

const PASSES: readonly [
  judged: 'atReceive' | 'atShare',
  pass: 'access' | 'paid',
  free: readonly Story[],
][] = [
  ['atReceive', 'access', ['given', 'paid', 'paid after the share']],
  ['atReceive', 'paid', ['paid', 'paid after the share']],
  ['atShare', 'access', ['given', 'paid']],
  ['atShare', 'paid', ['paid']],
];
const STORIES: readonly Story[] = ['nothing', 'given', 'paid', 'paid after the share'];
const CASES = PASSES.flatMap(([judged, pass, free]) =>
  STORIES.map((story) => ({ judged, pass, story, charges: free.includes(story) ? 0 : 1 })),
);

eachDoor((open) => {
  it.each(CASES)(
    '4.6 rule 9: judged $judged by $pass, a sender who had $story costs the receiver $charges charges',
    async ({ judged, pass, story, charges }) => {
      const world = await open({ readings: { senderJudged: judged, senderPass: pass } });
      const token = await tokenBy(world, story);
      const third = world.mock.addOrganization({ name: 'Third' });
      expect((await world.receive(third, token)).status).toBe(200);
      expect(world.mock.charges({ organization: third })).toHaveLength(charges);
    },
  );
});
