import type { Books } from '../../mock/simulate/books.ts';
import { AT, judgedAs, LATER } from './support/judged-worlds.ts';

const delivery = (state: string, ...attempts: readonly object[]) => ({
  end: { deliveries: [{ cdrId: 'cdr_1', state, attempts }] },
});
const invalid = (books: Books) => books.invalid.add('cdr_1');
const OUTSIDE = '. It waits for something outside the world, such as a socket or a real timer';
const waits = (books: Books) => {
  books.waitsOutside = true;
};

judgedAs({
  noEventLost: [
    ['a world that goes on', {}],
    ['a program without a webhook', { ...delivery('delivered', {}), program: {} }],
    [
      'an acknowledged event without work',
      delivery('delivered', { status: 200 }),
      'the event of record 1 was acknowledged, but nothing was done for it',
    ],
    ['an event with work', { ...delivery('delivered', {}), effects: [['cdr_1', AT]] }],
    [
      'an event whose lead came as well',
      { end: { ...delivery('delivered', {}).end, received: [['cdr_1', 'org_1']] } },
    ],
    [
      'an event whose lead came to others',
      { end: { ...delivery('delivered', {}).end, received: [['cdr_1', 'org_2']] } },
      'the event of record 1 was acknowledged, but nothing was done for it',
    ],
    ['an event of an invalid record', { ...delivery('delivered', {}), books: invalid }],
    ['an event that was never sent', delivery('pending')],
    [
      'an event that was refused',
      delivery('pending', { status: 200 }, { status: 503 }),
      'the event of record 1 was sent 2 times and never acknowledged: 503',
    ],
    [
      'an event that did not arrive',
      delivery('pending', { error: 'no connection' }),
      'the event of record 1 was sent 1 times and never acknowledged: no connection',
    ],
    [
      'a receiver that waits outside the world',
      { ...delivery('pending', {}), books: waits },
      `the event of record 1 was sent 1 times and never acknowledged: ${OUTSIDE}`,
    ],
  ],
  noEffectTwice: [
    [
      'two records',
      {
        effects: [
          ['cdr_1', AT],
          ['cdr_2', AT],
        ],
      },
    ],
    [
      'one record twice',
      {
        effects: [
          ['cdr_1', AT],
          ['cdr_2', AT],
          ['cdr_1', LATER],
        ],
      },
      'the work for record 1 is done at 12:00:05.000 and again at 12:00:09.000',
    ],
  ],
  noForgedEffect: [
    [
      'a record of the world',
      { effects: [['cdr_1', AT]], books: (books) => books.forged.add('cdr_9') },
    ],
    [
      'a record that only a forger knows',
      {
        effects: [
          ['cdr_1', AT],
          ['cdr_9', LATER],
        ],
        books: (books) => books.forged.add('cdr_9'),
      },
      'at 12:00:09.000 work is done for a record that only a forged delivery names',
    ],
  ],
});
