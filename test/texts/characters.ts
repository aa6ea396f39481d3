import fc from 'fast-check';

const FIRST_HALF = 0xd800;
const HALVES = 0x800;
const LAST = 0x10_ffff;

function numberOf(text: unknown): number {
  if (typeof text !== 'string' || [...text].length !== 1) throw new Error('not one character');
  const point = text.codePointAt(0) ?? 0;
  return point < FIRST_HALF ? point : point - HALVES;
}

/**
 * Any character: what fast-check's unit `binary` gives, without its table of all of them, which takes
 * seconds in each worker. A string of them can still be one of its dangerous ones.
 */
export const character = fc
  .integer({ min: 0, max: LAST - HALVES })
  .map((number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES), numberOf);

/** Any character, or what it is made up of, as in a text in the form NFD. */
export const composed = fc.oneof(
  character,
  character.map((each) => each.normalize('NFD')),
);
