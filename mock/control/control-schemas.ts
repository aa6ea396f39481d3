import * as z from 'zod';
import { AS_NUMBER } from '../openapi/json-schemas.ts';

/** Shapes that several rows of the control API share. Times are in Unix milliseconds. */

/** A time on the world's clock. */
export const instant = z.number().describe('Unix milliseconds, on the fake’s clock.');

/** The reply of an action that has no result. */
export const doneSchema = z.strictObject({});

export const organizationId = z.string().min(1).max(64).describe('The id of an organization.');
export const cdrId = z.string().min(1).max(200).describe('The identifier of a record.');

/** A whole number in a query. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, { error: 'expected a whole number', abort: true })
    .refine(
      (text) => Number(text) >= min && Number(text) <= max,
      `expected a number from ${min} to ${max}`,
    )
    .meta({ [AS_NUMBER]: { type: 'integer', minimum: min, maximum: max } });
}

/** The maximum number of entries to return, in a query. */
export function limitUpTo(max: number) {
  return wholeNumber(1, max).optional().describe(`From 1 to ${max}.`);
}

/** Which entries of a list to return. */
export const filterSchema = z.strictObject({
  organization: organizationId.optional(),
  cdrId: cdrId.optional(),
  limit: limitUpTo(10_000).describe(
    'How many entries, the newest ones; default: 1,000, at most 10,000.',
  ),
  skip: wholeNumber(0, 999_999)
    .optional()
    .describe('How many of the newest entries to skip; default: 0.'),
});

/** Returns the newest entries of a list that is oldest first, in that order, and the total. */
export function newestOf<T>(
  entries: readonly T[],
  { limit = '1000', skip = '0' }: Pick<z.output<typeof filterSchema>, 'limit' | 'skip'>,
) {
  const end = Math.max(0, entries.length - Number(skip));
  const begin = Math.max(0, end - Number(limit));
  return { total: entries.length, entries: entries.slice(begin, end) };
}
