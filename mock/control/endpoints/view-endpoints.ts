import * as z from 'zod';
import { resolveOrganization } from '../../service/controls/organizations.ts';
import { shareEvents, type ViewFilter } from '../../service/controls/views.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { filterSchema, newestOf } from '../control-schemas.ts';
import { tokenRow, tokenRowSchema } from '../views/token-view.ts';
import { shareEventSchema } from '../views/view-schemas.ts';

type Filter = z.output<typeof filterSchema>;

const filterOf = ({ organization, cdrId }: Filter): ViewFilter => ({ organization, cdrId });

const total = z.number().describe('The total number.');

const tokenFilterSchema = filterSchema.extend({
  live: z
    .literal('true', { error: 'expected true, or nothing' })
    .optional()
    .describe('true: only tokens that have not expired.'),
});

function tokens({ engine, query }: ControlCall<z.output<typeof tokenFilterSchema>>) {
  const { organization, cdrId, live } = query;
  if (organization !== undefined) resolveOrganization(engine, organization);
  const now = engine.clock.now();
  const rows = engine.world.tokens
    .values()
    .filter(
      (token) =>
        (organization === undefined || token.organizationId === organization) &&
        (cdrId === undefined || token.cdrId === cdrId) &&
        (live === undefined || now < token.expiresAt),
    )
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((token) => tokenRow(engine.world, token, now));
  const page = newestOf(rows, query);
  return { total: page.total, tokens: page.entries };
}

/** What happened in the world, each list oldest first. */
export const viewEndpoints = {
  listShareEvents: control({
    method: 'GET',
    path: '/share-events',
    summary: 'The handoffs, oldest first; `organization` is the sender or the receiver',
    query: filterSchema,
    body: null,
    reply: z.strictObject({ total, shareEvents: z.array(shareEventSchema) }),
    act: ({ engine, query }) => {
      const page = newestOf(shareEvents(engine, filterOf(query)), query);
      return { total: page.total, shareEvents: page.entries };
    },
  }),
  listTokens: control({
    method: 'GET',
    path: '/tokens',
    summary:
      'The share tokens, oldest first, including expired ones; `organization` is the creator',
    query: tokenFilterSchema,
    body: null,
    reply: z.strictObject({ total, tokens: z.array(tokenRowSchema) }),
    act: tokens,
  }),
  getToken: control({
    method: 'GET',
    path: '/tokens/:token',
    summary: 'One share token, expired or not',
    query: null,
    body: null,
    reply: z.strictObject({ token: tokenRowSchema }),
    act: ({ engine, params }) => {
      const found = engine.world.tokens.get(params['token'] ?? '');
      if (found === undefined) {
        throw new ControlFailure('NOT_FOUND', 'the fake has no such share token');
      }
      return { token: tokenRow(engine.world, found, engine.clock.now()) };
    },
  }),
};
