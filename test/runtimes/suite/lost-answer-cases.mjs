import { equal, failureOf, has } from './expect.mjs';

/** Cases of answers lost after the operation took effect: no runtime may pay or mint a token twice. */
export function lostAnswerCases({ world, connect, loseNext, bill }) {
  return [
    [
      'a collect whose answer was lost is repeated, and charged once',
      async () => {
        await loseNext('cdrs.collect');
        const receipt = await connect('frugal').cdrs.collect(world.toLoseCollect);
        has(receipt, { alreadyCollected: true, replayPossible: true });
        equal(await bill(world.toLoseCollect), { charges: 1, shares: 0 });
      },
    ],
    [
      'a receive whose answer was lost is repeated, and charged once',
      async () => {
        const { cdrId, shareUrl } = world.toLoseReceive;
        await loseNext('shares.receive');
        const receipt = await connect('buyer').shares.receive(shareUrl.split('/').at(-1));
        has(receipt, { alreadyClaimed: true, replayPossible: true });
        equal(await bill(cdrId), { charges: 1, shares: 0 });
      },
    ],
    [
      'a share whose answer was lost is not repeated',
      async () => {
        await loseNext('cdrs.share');
        const error = await failureOf(connect('frugal').cdrs.share(world.toLoseShare));
        has(error, { name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
        equal(await bill(world.toLoseShare), { charges: 0, shares: 1 });
      },
    ],
    [
      'without retries a lost answer is told',
      async () => {
        await loseNext('cdrs.collect');
        const collecting = connect('frugal').cdrs.collect(world.toLoseAtOnce, { maxRetries: 0 });
        const error = await failureOf(collecting);
        has(error, { name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
      },
    ],
  ];
}
