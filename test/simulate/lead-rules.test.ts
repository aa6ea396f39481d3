import type { Books } from '../../mock/simulate/books.ts';
import { judgedAs, last } from './support/judged-worlds.ts';

const isHeld = last('hold');
const OUTSIDE = '. It waits for something outside the world, such as a socket or a real timer';
const waits = (books: Books) => {
  books.waitsOutside = true;
};

judgedAs({
  noStranger: [
    [
      'the person of the form',
      { records: [{}], leads: [{}], answers: [['L-1', 'accept', 'cdr_1']] },
    ],
    [
      'the person of the second form',
      {
        records: [{ phone: '(212) 555-0199' }, {}],
        leads: [{}],
        answers: [['L-1', 'accept', 'cdr_2']],
      },
    ],
    ['a held lead', { answers: [['L-1', 'hold', 'cdr_1']] }],
    [
      'a record that is not of this world',
      { answers: [['L-1', 'accept', 'cdr_9']] },
      'L-1 is accepted at 12:00:05.000 with cdr_9, which is not its record',
    ],
    [
      'no record',
      { answers: [['L-1', 'accept']] },
      'L-1 is accepted at 12:00:05.000 with no cdrId, which is not its record',
    ],
    [
      'another person',
      {
        records: [{ phone: '(212) 555-0199' }],
        leads: [{}],
        answers: [['L-1', 'accept', 'cdr_1']],
      },
      'L-1 is accepted at 12:00:05.000 with record 1, whose form has (212) 555-0199, not the lead’s (212) 555-0147',
    ],
    [
      'a lead that is not of this world',
      { records: [{}], answers: [['L-9', 'accept', 'cdr_1']] },
      'L-9 is accepted at 12:00:05.000 with record 1, whose form has (212) 555-0147, not the lead’s ',
    ],
  ],
  everyLeadDecided: [
    ['a world that goes on', { leads: [{}] }],
    ['a program without leads', { leads: [{ neededPost: true }], program: {} }],
    [
      'a lead decided by another post',
      { leads: [{ ...last('accept'), neededPost: true }] },
      'L-1 was decided only because it was posted again: nothing in the program works off what it holds',
    ],
    ['final decisions', { leads: [last('accept'), last('refuse'), last('duplicate')], end: {} }],
    ['a lead that no one waits for', { leads: [{ isOwed: false }], end: {} }],
    [
      'a post without an answer',
      { leads: [{ waiting: 1, isOwed: false }], end: {} },
      'L-1 was never answered',
    ],
    [
      'a post that waits outside the world',
      { leads: [{ waiting: 1 }], books: waits, end: {} },
      `L-1 was never answered${OUTSIDE}`,
    ],
    [
      'a lead without an answer',
      { leads: [last('accept'), {}], end: {} },
      'L-2 got no answer, and was never decided afterwards',
    ],
    [
      'a held lead',
      { leads: [isHeld], end: {} },
      'L-1 is never decided: days later it is still hold',
    ],
    [
      'a held lead, posted again without an answer',
      { leads: [{ ...isHeld, waiting: 1 }], end: {} },
      'L-1 is never decided: days later it is still hold',
    ],
    [
      'a held lead with a code',
      {
        leads: [last('hold', { code: 'TIMEOUT' })],
        books: (books) => books.lost('tok_1'),
        end: {},
      },
      'L-1 is never decided: days later it is still hold (TIMEOUT)',
    ],
    [
      'a lead that is perhaps paid for',
      {
        leads: [last('hold', { code: 'PAID_UNKNOWN' })],
        books: (books) => books.lost('tok_1'),
        end: {},
      },
    ],
    [
      'a lead that cannot have been paid for',
      { leads: [last('hold', { code: 'PAID_UNKNOWN' })], end: {} },
      'L-1 is never decided: days later it is still hold (PAID_UNKNOWN)',
    ],
  ],
});
