const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // no i, l, o, u: no character is mistaken for another
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

/** Extends the hash of a text by one character. */
function step(hash: number, code: number): number {
  return mix(hash ^ Math.imul(code + 0x165667b1, 0x27d4eb2f));
}

function startOf(seed: number): number {
  return mix(seed + 0x9e3779b9);
}

/** Returns a number from 0 to 2^32 - 1 that depends on every character of `text`. */
export function hashText(text: string, seed = 0): number {
  let hash = startOf(seed);
  for (let index = 0; index < text.length; index += 1) hash = step(hash, text.charCodeAt(index));
  return hash;
}

/** Two hashes of one text, which together tell more texts apart than either alone. */
type Hashes = readonly [first: number, second: number];

const START: Hashes = [startOf(1), startOf(2)];

/** Extends both hashes by `text`, so that a beginning shared by many texts is hashed once. */
function hashOn([first, second]: Hashes, text: string): Hashes {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = step(first, code);
    second = step(second, code);
  }
  return [first, second];
}

/**
 * Buffers to spell texts in, one for each length, reused because many texts are spelt and never two
 * at once.
 */
const drafts: number[][] = [];

/** Returns `before` and `length` letters that depend on both hashes, as one flat string. */
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
  // Not joined letter by letter: that makes a chain of pieces, several times as large.
  return String.fromCharCode(...codes);
}

/**
 * Returns `length` characters that depend on all of `material`. Not cryptographic: the fake guards
 * nothing.
 */
export function letters(material: string, length: number): string {
  return spell('', hashOn(START, material), length);
}

/**
 * Creates ids and secrets. With the same seed they repeat from run to run, in the order of the
 * calls.
 */
export interface IdSource {
  /** `cdr_…`: unique in the world. */
  next(prefix: string): string;
  /** The first `length` letters of such an id after `before`, as one flat string. */
  nextLetters(prefix: string, length: number, before: string): string;
  /** A longer one, for credentials. */
  nextSecret(prefix: string): string;
  /** A text that a holder of the seed can check: the same material gives the same text. */
  sign(material: string): string;
}

/**
 * The position of an id source; part of the world, so that a restored world continues in the same
 * way.
 */
export interface IdState {
  idSeed: string;
  idCount: number;
}

/**
 * Returns a function for the hashes of `idSeed` and a word, with which every id of that kind
 * begins.
 */
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

/** Creates an id source whose position is kept in `state()`. */
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

/**
 * Returns the start of a share token, at most half of it: it is a bearer credential (spec §2.5).
 */
export function shortToken(token: string): string {
  return `${token.slice(0, Math.min(TOKEN_SHOWN_MAX_CHARS, Math.floor(token.length / 2)))}…`;
}
