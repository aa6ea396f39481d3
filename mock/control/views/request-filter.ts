import * as z from 'zod';
import type { RequestEntry } from '../../service/controls/views.ts';
import { filterSchema } from '../control-schemas.ts';

const instantText = z
  .string()
  .regex(/^\d{1,15}$/, { error: 'expected Unix milliseconds' })
  .optional();

/** Which requests of the log to return. */
export const requestFilterSchema = filterSchema.extend({
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/, { error: 'expected a method, for example POST' })
    .optional(),
  status: z
    .string()
    .regex(/^(?:failed|none|[1-5]xx|[1-5]\d\d)$/, {
      error: 'expected a status (404), a class (4xx), "failed" or "none"',
    })
    .optional()
    .describe('A status, its class, "none" if there was no response, "failed": 4xx, 5xx or none.'),
  path: z.string().max(300).optional().describe('A part of the path, in any letter case.'),
  from: instantText.describe('Only requests since then, in Unix milliseconds on the fake’s clock.'),
  to: instantText.describe('Only requests before then, in Unix milliseconds on the fake’s clock.'),
});

type Filter = Pick<
  z.output<typeof requestFilterSchema>,
  'method' | 'status' | 'path' | 'from' | 'to'
>;

function hasStatus(status: number, wanted: string): boolean {
  if (wanted === 'failed') return status === 0 || status >= 400;
  if (wanted === 'none') return status === 0;
  return wanted.endsWith('xx') ? String(status)[0] === wanted[0] : status === Number(wanted);
}

/** Returns the requests that match all of what is given. */
export function filtered(
  entries: readonly RequestEntry[],
  { method, status, path, from, to }: Filter,
): readonly RequestEntry[] {
  const part = path?.toLowerCase();
  return entries.filter(
    (each) =>
      (method === undefined || each.method === method) &&
      (status === undefined || hasStatus(each.status, status)) &&
      (part === undefined || each.path.toLowerCase().includes(part)) &&
      (from === undefined || each.at >= Number(from)) &&
      (to === undefined || each.at < Number(to)),
  );
}
