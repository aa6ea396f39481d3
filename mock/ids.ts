const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // no i, l, o, u: none is mistaken for another
const ID_CHARS = 20;
const SECRET_CHARS = 40;

/** Spreads the bits of a 32-bit word over the whole of it. */
function mix(word: number): number {
  let mixed = word | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A number from 0 to 2^32 - 1 that depends on every character of `text`. */
export function hashText(text: string, seed = 0): number {
  let hash = mix(seed + 0x9e3779b9);
  for (let index = 0; index < text.length; index += 1) {
    hash = mix(hash ^ Math.imul(text.charCodeAt(index) + 0x165667b1, 0x27d4eb2f));
  }
  return hash;
}

/** `length` characters that depend on all of `material`: no cryptography, the fake guards nothing. */
export function letters(material: string, length: number): string {
  const first = hashText(material, 1);
  const second = hashText(material, 2);
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    let word = mix(first ^ mix(second + Math.imul(block, 0x9e3779b9)));
    for (let char = 0; char < 6; char += 1) {
      text += ALPHABET.charAt(word & 31);
      word >>>= 5;
    }
  }
  return text.slice(0, length);
}

/** Makes ids and secrets. With one seed they repeat from run to run, in the order they are asked for. */
export interface IdSource {
  /** `cdr_…`: unique in the world. */
  next(prefix: string): string;
  /** A longer one, for what is a credential. */
  nextSecret(prefix: string): string;
  /** What a holder of the seed can check again: the same material gives the same text. */
  sign(material: string): string;
}

/** Where an id source keeps its place; part of the world, so that a restored one goes on alike. */
export interface IdState {
  idSeed: string;
  idCount: number;
}

/** An id source whose place is kept in `state()`. */
export function createIdSource(state: () => IdState): IdSource {
  const draw = (prefix: string, length: number): string => {
    const current = state();
    current.idCount += 1;
    return `${prefix}_${letters(`${current.idSeed} ${prefix} ${current.idCount}`, length)}`;
  };
  return {
    next: (prefix) => draw(prefix, ID_CHARS),
    nextSecret: (prefix) => draw(prefix, SECRET_CHARS),
    sign: (material) => letters(`${state().idSeed} signature ${material}`, SECRET_CHARS),
  };
}
