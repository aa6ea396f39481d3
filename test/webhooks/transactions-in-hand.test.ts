import { expect, it } from 'vitest';
import { TransactionsInHand } from '../../src/webhooks/transactions-in-hand.ts';

it('keeps no more than 1,000 transactions that no one asks for, and forgets the oldest', async () => {
  const inHand = new TransactionsInHand();
  for (let index = 0; index <= 1_000; index += 1) {
    const claim = { webhookId: `whk_${index}`, claimId: 'c' };
    await inHand.run(claim, async () => undefined);
  }
  const asked = ['whk_0', 'whk_1', 'whk_1000'].map((id) => inHand.completed(id, 'c'));
  expect(await Promise.all(asked)).toEqual([false, true, true]);
});
