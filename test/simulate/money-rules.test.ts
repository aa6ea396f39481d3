import type { Books } from '../../mock/simulate/books.ts';
import { judgedAs, last } from './support/judged-worlds.ts';

const charged = (...charges: readonly (readonly [string, string?])[]) => ({ end: { charges } });
const isHeld = last('hold');
const invalid = (books: Books) => books.invalid.add('cdr_1');
const heard = (lead: string | undefined) => (books: Books) =>
  books.receives.heard.push({ cdrId: 'cdr_1', token: 'tok_1', process: {}, lead });

const TWICE = 'record 1 is accepted for L-1 and for L-2: whoever sold them is paid twice for it';
const lost = (words: string) =>
  `the charge at 12:00:05.000 for record 1 belongs to no accepted lead (${words}) and is not among the orphans`;
const KNOWN =
  'record 1 is among the orphans, but the process that was charged for it got the answer and lived until it had decided L-1 (L-1: refuse)';

judgedAs({
  oneChargePerRecord: [
    [
      'two leads with one record',
      {
        answers: [
          ['L-1', 'accept', 'cdr_1'],
          ['L-2', 'accept', 'cdr_1'],
        ],
      },
      TWICE,
    ],
    [
      'a third answer of the first lead',
      {
        answers: [
          ['L-1', 'accept', 'cdr_1'],
          ['L-1', 'accept', 'cdr_1'],
          ['L-2', 'accept', 'cdr_1'],
        ],
      },
      TWICE,
    ],
    [
      'one lead twice',
      {
        answers: [
          ['L-1', 'accept', 'cdr_1'],
          ['L-1', 'accept', 'cdr_1'],
        ],
      },
    ],
    [
      'a held lead beside it',
      {
        answers: [
          ['L-1', 'hold', 'cdr_1'],
          ['L-2', 'accept', 'cdr_1'],
        ],
      },
    ],
    [
      'no record at all',
      {
        answers: [
          ['L-1', 'accept'],
          ['L-2', 'accept'],
        ],
      },
    ],
    [
      'two records',
      {
        answers: [
          ['L-1', 'accept', 'cdr_1'],
          ['L-2', 'accept', 'cdr_2'],
        ],
      },
    ],
  ],
  nothingPaidAndLost: [
    ['a world that goes on', { leads: [last('refuse')] }],
    ['a refused lead', { leads: [last('refuse')], ...charged(['cdr_1']) }, lost('L-1: refuse')],
    ['an undecided lead', { leads: [{}], ...charged(['cdr_1']) }, lost('L-1: never decided')],
    [
      'all leads of the record, and no other',
      {
        leads: [last('refuse'), { ...last('duplicate'), cdrId: 'cdr_1' }, { cdrId: 'cdr_2' }],
        ...charged(['cdr_1']),
      },
      lost('L-1: refuse, L-2: duplicate'),
    ],
    [
      'the second of two charges',
      {
        leads: [last('refuse'), last('accept', { cdrId: 'cdr_2' })],
        ...charged(['cdr_2'], ['cdr_1']),
      },
      lost('L-1: refuse'),
    ],
    ['an accepted lead', { leads: [last('accept', { cdrId: 'cdr_1' })], ...charged(['cdr_1']) }],
    [
      'a lead accepted with another record',
      { leads: [last('accept', { cdrId: 'cdr_2' })], ...charged(['cdr_1']) },
      lost('L-1: accept'),
    ],
    ['an orphan', { end: { charges: [['cdr_1']], orphans: ['cdr_1'] } }],
    ['a record of its own page', { records: [{ own: true }], ...charged(['cdr_1']) }],
    ['a record of another page', { records: [{}], ...charged(['cdr_1']) }, lost('')],
    [
      'a request of other people',
      { books: (books) => books.elsewhere.add('req_1'), ...charged(['cdr_1', 'req_1']) },
    ],
    [
      'a request of the program',
      { books: (books) => books.elsewhere.add('req_1'), ...charged(['cdr_1', 'req_2']) },
      lost(''),
    ],
    [
      'a held lead of an invalid record beside another lead',
      { leads: [isHeld, last('refuse')], books: invalid, ...charged(['cdr_1']) },
    ],
    [
      'a held lead of an invalid record',
      { leads: [isHeld], books: invalid, ...charged(['cdr_1']) },
    ],
    [
      'a held lead of a valid record',
      { leads: [isHeld], ...charged(['cdr_1']) },
      lost('L-1: hold'),
    ],
    [
      'a refused lead of an invalid record',
      { leads: [last('refuse'), isHeld], books: invalid, ...charged(['cdr_1']) },
      lost('L-1: refuse'),
    ],
    [
      'orphans that cannot be listed',
      {
        books: (books) => {
          books.orphansError = 'no list';
        },
        end: {},
      },
      'the records that may be paid for cannot be listed: no list',
    ],
  ],
  orphansAreOrphans: [
    ['a world that goes on', { leads: [last('accept', { cdrId: 'cdr_1' })] }],
    [
      'an accepted lead',
      { leads: [last('accept', { cdrId: 'cdr_1' })], end: { orphans: ['cdr_1'] } },
      'record 1 is among the orphans, but L-1 is accepted with it',
    ],
    [
      'a refused lead',
      { leads: [last('refuse', { cdrId: 'cdr_1' })], end: { orphans: ['cdr_1'] } },
    ],
    [
      'a charge that the process knew',
      { leads: [last('refuse')], books: heard('L-1'), end: { orphans: ['cdr_1'] } },
      KNOWN,
    ],
    [
      'a charge that the process knew, and did not list',
      { leads: [last('refuse')], books: heard('L-1'), end: { orphans: ['cdr_2'] } },
    ],
    [
      'a process that died before it decided',
      { leads: [last('refuse')], books: heard(undefined), end: { orphans: ['cdr_1'] } },
    ],
  ],
});
