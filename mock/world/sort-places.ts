import { comparePlaces, type Place } from './place.ts';

/** A head is made of so many letters, a byte each: as much as a number holds exactly. */
const HEAD_LETTERS = 6;
const BYTE = 0x100;

/** How long the text is that all ids begin with. */
function sharedStart(places: readonly Place[]): number {
  let start = places[0]?.cdrId ?? '';
  for (const { cdrId } of places) while (!cdrId.startsWith(start)) start = start.slice(0, -1);
  return start.length;
}

/** A number for the letters from `start` on: the lower one is the lower text's, or texts are alike. */
function headOf(text: string, start: number): number {
  let head = 0;
  for (let left = HEAD_LETTERS - 1; left >= 0; left -= 1) {
    const code = text.charCodeAt(start + HEAD_LETTERS - 1 - left) || 0;
    // What is no byte is as good as the last one, and what follows it does not count.
    if (code >= BYTE - 1) return (head * BYTE + BYTE - 1) * BYTE ** left;
    head = head * BYTE + code;
  }
  return head;
}

/**
 * The places in their order. A million records of one instant have ids that lie all over the memory:
 * to tell most of them apart by a number beside the others takes a sixth of the time.
 */
export function sortPlaces(places: readonly Place[]): Place[] {
  const start = sharedStart(places);
  const instants = Float64Array.from(places, ({ createdAt }) => createdAt);
  const heads = Float64Array.from(places, ({ cdrId }) => headOf(cdrId, start));
  const numberAt = (numbers: Float64Array, index: number): number => numbers[index] as number;
  const compare = (a: number, b: number): number =>
    numberAt(instants, a) - numberAt(instants, b) ||
    numberAt(heads, a) - numberAt(heads, b) ||
    comparePlaces(places[a] as Place, places[b] as Place);
  const order = Uint32Array.from(places, (_place, index) => index).sort(compare);
  return Array.from(order, (index) => places[index] as Place);
}
