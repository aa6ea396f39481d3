import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { control } from '../control-endpoint.ts';

const totalsSchema = z.strictObject({
  organizationId: z.string(),
  records: z.number().describe('How many records it holds.'),
  downloadable: z.number().describe('How many of them it may download.'),
  charges: z.number(),
  liveTokens: z
    .number()
    .describe('The share tokens that it created and that have not expired yet.'),
  deliveries: z.strictObject({ due: z.number(), delivered: z.number(), failed: z.number() }),
});

type Totals = z.output<typeof totalsSchema>;

/** Reads each table once, however many organizations there are. */
function totalsOf({ world, clock }: Engine): Totals[] {
  const now = clock.now();
  const totals = new Map<string, Totals>();
  for (const { organizationId } of world.organizations.values()) {
    const deliveries = { due: 0, delivered: 0, failed: 0 };
    const none = { records: 0, downloadable: 0, charges: 0, liveTokens: 0, deliveries };
    totals.set(organizationId, { organizationId, ...none });
  }
  const add = (organizationId: string, count: (row: Totals) => void): void => {
    const row = totals.get(organizationId);
    if (row !== undefined) count(row);
  };
  for (const [[cdrId, organizationId]] of world.holdings.rows()) {
    const isDevMode = world.cdrs.get(cdrId)?.devMode === true;
    add(organizationId, (row) => {
      row.records += 1;
      if (!isDevMode && world.access.has(cdrId, organizationId)) row.downloadable += 1;
    });
  }
  for (const [[, organizationId]] of world.charges.rows()) {
    add(organizationId, (row) => (row.charges += 1));
  }
  for (const { organizationId, expiresAt } of world.tokens.values()) {
    if (now < expiresAt) add(organizationId, (row) => (row.liveTokens += 1));
  }
  for (const { organizationId, state } of world.deliveries.values()) {
    add(organizationId, (row) => (row.deliveries[state] += 1));
  }
  return [...totals.values()];
}

/** Totals of all organizations, side by side. */
export const totalsEndpoints = {
  readTotals: control({
    method: 'GET',
    path: '/totals',
    summary:
      'For each organization: records held and downloadable, charges, share tokens and deliveries',
    query: null,
    body: null,
    reply: z.strictObject({ totals: z.array(totalsSchema) }),
    act: ({ engine }) => ({ totals: totalsOf(engine) }),
  }),
};
