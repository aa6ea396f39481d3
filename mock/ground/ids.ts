const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // no i, l, o, u: none is mistaken for another
const ID_CHARS = 20;
const SECRET_CHARS = 40;
const CHARS_PER_WORD = 6;

/** Spreads the bits of a 32-bit word over the whole of it. */
function mix(word: number): number {
  let mixed = word | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The hash of a text, one character on. */
function step(hash: number, code: number): number {
  return mix(hash ^ Math.imul(code + 0x165667b1, 0x27d4eb2f));
}

function startOf(seed: number): number {
  return mix(seed + 0x9e3779b9);
}

/** A number from 0 to 2^32 - 1 that depends on every character of `text`. */
export function hashText(text: string, seed = 0): number {
  let hash = startOf(seed);
  for (let index = 0; index < text.length; index += 1) hash = step(hash, text.charCodeAt(index));
  return hash;
}

/** Two hashes of one text: together they tell more texts apart than either. */
type Hashes = readonly [first: number, second: number];

const START: Hashes = [startOf(1), startOf(2)];

/** Continues with both hashes: what many texts begin with is hashed once. */
function hashOn([first, second]: Hashes, text: string): Hashes {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = step(first, code);
    second = step(second, code);
  }
  return [first, second];
}

/** Where texts are spelt, one place for each length: many are made, and none while another is. */
const drafts: number[][] = [];

/** `before` and `length` letters that depend on both hashes, in one piece of text. */
function spell(before: string, [first, second]: Hashes, length: number): string {
  const end = before.length + length;
  const codes = (drafts[end] ??= new Array<number>(end).fill(0));
  for (let index = 0; index < before.length; index += 1) codes[index] = before.charCodeAt(index);
  let word = 0;
  for (let index = before.length, char = 0; index < end; index += 1, char += 1) {
    if (char % CHARS_PER_WORD === 0) {
      const block = char / CHARS_PER_WORD;
      word = mix(first ^ mix(second + Math.imul(block, 0x9e3779b9)));
    }
    codes[index] = ALPHABET.charCodeAt(word & 31);
    word >>>= 5;
  }
  // Not joined letter by letter: such a text is a chain of pieces, several times as large.
  return String.fromCharCode(...codes);
}

/** `length` characters that depend on all of `material`: no cryptography, the fake guards nothing. */
export function letters(material: string, length: number): string {
  return spell('', hashOn(START, material), length);
}

/** Makes ids and secrets. With one seed they repeat from run to run, in the order they are asked for. */
export interface IdSource {
  /** `cdr_…`: unique in the world. */
  next(prefix: string): string;
  /** The first `length` letters of such an id behind another beginning, in one piece of text. */
  nextLetters(prefix: string, length: number, before: string): string;
  /** A longer one, for what is a credential. */
  nextSecret(prefix: string): string;
  /** What a holder of the seed can check again: the same material gives the same text. */
  sign(material: string): string;
}

/** Where an id source keeps its place; part of the world, so that a restored one continues alike. */
export interface IdState {
  idSeed: string;
  idCount: number;
}

/** The hashes of `idSeed` and a word, with which every id of that kind begins. */
function createBeginnings(state: () => IdState): (word: string) => Hashes {
  let seed = '';
  const known = new Map<string, Hashes>();
  return (word) => {
    const { idSeed } = state();
    if (seed !== idSeed) known.clear();
    seed = idSeed;
    const hashes = known.get(word) ?? hashOn(START, `${idSeed} ${word} `);
    known.set(word, hashes);
    return hashes;
  };
}

/** An id source whose place is kept in `state()`. */
export function createIdSource(state: () => IdState): IdSource {
  const beginning = createBeginnings(state);
  const draw = (word: string, before: string, length: number): string => {
    const current = state();
    current.idCount += 1;
    return spell(before, hashOn(beginning(word), String(current.idCount)), length);
  };
  return {
    next: (prefix) => draw(prefix, `${prefix}_`, ID_CHARS),
    nextLetters: (prefix, length, before) => draw(prefix, before, length),
    nextSecret: (prefix) => draw(prefix, `${prefix}_`, SECRET_CHARS),
    sign: (material) => spell('', hashOn(beginning('signature'), material), SECRET_CHARS),
  };
}

const TOKEN_SHOWN_MAX_CHARS = 8;

/** The beginning of a share token, never more than half of it: it is a bearer credential (spec §2.5). */
export function shortToken(token: string): string {
  return `${token.slice(0, Math.min(TOKEN_SHOWN_MAX_CHARS, Math.floor(token.length / 2)))}…`;
}
