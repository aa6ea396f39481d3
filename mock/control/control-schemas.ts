import * as z from 'zod';

/** Shapes that several rows of the control API share. Instants are Unix milliseconds. */

/** An instant of the world's time. */
export const instant = z.number().describe('Unix milliseconds, on the fake’s clock.');

/** Nothing to tell but that it was done. */
export const doneSchema = z.strictObject({});

export const organizationId = z.string().min(1).max(64).describe('The id of an organization.');
export const cdrId = z.string().min(1).max(200).describe('The identifier of a record.');

/** A number as a query has it. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, { error: 'expected a whole number', abort: true })
    .refine(
      (text) => Number(text) >= min && Number(text) <= max,
      `expected a number from ${min} to ${max}`,
    );
}

/** How many entries of a list are wanted, as a query has it. */
export function limitUpTo(max: number) {
  return wholeNumber(1, max).optional().describe(`From 1 to ${max}.`);
}

/** Which entries of a list are wanted. */
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

/** A page of entries that are oldest first, the newest at its end, and how many there are in all. */
export function newestOf<T>(
  entries: readonly T[],
  { limit = '1000', skip = '0' }: Pick<z.output<typeof filterSchema>, 'limit' | 'skip'>,
) {
  const end = Math.max(0, entries.length - Number(skip));
  const begin = Math.max(0, end - Number(limit));
  return { total: entries.length, entries: entries.slice(begin, end) };
}
