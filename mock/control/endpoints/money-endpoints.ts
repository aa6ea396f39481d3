import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { type Charge, charges } from '../../service/controls/views.ts';
import { control } from '../control-endpoint.ts';
import { filterSchema, newestOf } from '../control-schemas.ts';
import { chargeSchema } from '../views/view-schemas.ts';

const CAUSES = ['collect', 'receive', 'autoCollect'] as const satisfies Charge['cause'][];

const cause = z
  .enum(CAUSES, { error: `expected one of ${CAUSES.join(', ')}` })
  .optional()
  .describe('Only charges with this cause.');

const narrowSchema = filterSchema.omit({ limit: true, skip: true }).extend({ cause });

const listSchema = filterSchema.extend({ cause });

const sumSchema = z.strictObject({
  organizationId: z.string(),
  collect: z.number(),
  receive: z.number(),
  autoCollect: z.number(),
  total: z.number().describe('The records that the organization was charged for.'),
});

const total = z.number().describe('The total number.');

function wanted(engine: Engine, { cause, ...filter }: z.output<typeof narrowSchema>): Charge[] {
  const all = charges(engine, filter);
  return cause === undefined ? all : all.filter((charge) => charge.cause === cause);
}

/** Returns one row for each organization that was charged, the highest total first. */
function sumsOf(all: readonly Charge[]): z.output<typeof sumSchema>[] {
  const sums = new Map<string, z.output<typeof sumSchema>>();
  for (const { organizationId, cause } of all) {
    const none = { organizationId, collect: 0, receive: 0, autoCollect: 0, total: 0 };
    const row = sums.get(organizationId) ?? none;
    row[cause] += 1;
    row.total += 1;
    sums.set(organizationId, row);
  }
  return [...sums.values()].sort((a, b) => b.total - a.total);
}

/** Charges. There is at most one per record and organization (spec §1). */
export const moneyEndpoints = {
  listCharges: control({
    method: 'GET',
    path: '/charges',
    summary: 'The charges, oldest first',
    query: listSchema,
    body: null,
    reply: z.strictObject({ total, charges: z.array(chargeSchema) }),
    act: ({ engine, query: { limit, skip, ...narrow } }) => {
      const page = newestOf(wanted(engine, narrow), { limit, skip });
      return { total: page.total, charges: page.entries };
    },
  }),
  sumCharges: control({
    method: 'GET',
    path: '/charges/sums',
    summary: 'How many records each organization was charged for, by cause',
    query: narrowSchema,
    body: null,
    reply: z.strictObject({ total, sums: z.array(sumSchema) }),
    act: ({ engine, query }) => {
      const all = wanted(engine, query);
      return { total: all.length, sums: sumsOf(all) };
    },
  }),
};
