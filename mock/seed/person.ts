import { hashText } from '../ground/ids.ts';

/** Where people live: an area code that no sample page uses, its state, and its time zone. */
const PLACES = [
  ['205', 'AL', 'America/Chicago'],
  ['210', 'TX', 'America/Chicago'],
  ['303', 'CO', 'America/Denver'],
  ['312', 'IL', 'America/Chicago'],
  ['404', 'GA', 'America/New_York'],
  ['407', 'FL', 'America/New_York'],
  ['480', 'AZ', 'America/Phoenix'],
  ['503', 'OR', 'America/Los_Angeles'],
  ['505', 'NM', 'America/Denver'],
  ['612', 'MN', 'America/Chicago'],
  ['615', 'TN', 'America/Chicago'],
  ['617', 'MA', 'America/New_York'],
  ['702', 'NV', 'America/Los_Angeles'],
  ['704', 'NC', 'America/New_York'],
  ['801', 'UT', 'America/Denver'],
  ['816', 'MO', 'America/Chicago'],
  ['916', 'CA', 'America/Los_Angeles'],
  ['937', 'OH', 'America/New_York'],
] as const;

const FIRST =
  'Amara Bao Carmen Dmitri Eun-ji Fatima Grace Hassan In\u00e9s Jamal Keiko Liam Mar\u00eda Noor Olena Priya Quinn Ren\u00e9e Santiago Tom\u00e1s Uma Violet Wei Zo\u00eb'.split(
    ' ',
  );
const LAST =
  "Adeyemi Brooks Castillo D'Angelo Eriksen Fern\u00e1ndez Goldberg Haddad Ivanova Johnson Kim Lindqvist M\u00fcller Nguy\u1ec5n Okafor Petrov Quiroga Rossi Smith-Jones Tanaka Usman Vargas Williams Yilmaz".split(
    ' ',
  );
const CAMPAIGNS = ['q2_tx', 'spring', 'retarget', 'brand', 'lookalike'];

/** 555-0100 to 555-0199 are reserved for fiction, in every area code. */
const LINES = 100;
/** Coprime to the count of numbers, so that each comes up once before any comes up again. */
const STRIDE = 37;

/** Someone who fills in a form, and what else differs between two visits. */
export interface Person {
  readonly first: string;
  readonly last: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly state: string;
  readonly timezone: string;
  readonly campaign: string;
  readonly timeOnPageMs: number;
  /** A number below `count` that is this person's. */
  pick(count: number): number;
}

/** Returns person number `number`. The same `chance` gives the same people. */
export function personOf(number: number, chance: string): Person {
  const drawn = (what: string, count: number): number =>
    hashText(`${chance} ${what} ${number}`) % count;
  const of = (what: string, texts: readonly string[]): string =>
    texts[drawn(what, texts.length)] ?? '';
  const at = (hashText(chance) + number * STRIDE) % (PLACES.length * LINES);
  const [area, state, timezone] = PLACES[at % PLACES.length] ?? PLACES[0];
  const line = Math.floor(at / PLACES.length);
  const [first, last] = [of('first', FIRST), of('last', LAST)];
  const mailbox = `${first}.${last}`.normalize('NFKD').replace(/[^A-Za-z.]/g, '');
  return {
    first,
    last,
    email: `${mailbox.toLowerCase()}.${number}@mail.example`,
    phone: `${area}55501${String(line).padStart(2, '0')}`,
    state,
    timezone,
    campaign: of('campaign', CAMPAIGNS),
    timeOnPageMs: 12_000 + drawn('time', 120_000),
    pick: (count) => drawn('wording', count),
  };
}
