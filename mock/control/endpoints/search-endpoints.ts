import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { findRequest } from '../../engine/journal.ts';
import type { World } from '../../world/world.ts';
import { control } from '../control-endpoint.ts';
import { instant, limitUpTo } from '../control-schemas.ts';
import { FOUND_KINDS, type Found, searchWorld } from '../search.ts';
import { maskedPhone, recordTerms } from '../views/record-terms.ts';

const QUERY_MAX_CHARS = 200;
const RESULTS_DEFAULT = 20;
const RESULTS_MAX = 100;

const querySchema = z.strictObject({
  q: z
    .string()
    .max(QUERY_MAX_CHARS, `expected at most ${QUERY_MAX_CHARS} characters`)
    .optional()
    .describe(
      'A cdrId, a lead id or any other value of custom metadata, a phone number in any spelling or its last digits, a name, a domain, a share token, a request id, a webhook id; identifiers by their prefix.',
    ),
  limit: limitUpTo(RESULTS_MAX).describe(`Default: ${RESULTS_DEFAULT}, at most ${RESULTS_MAX}.`),
});

const resultSchema = z.strictObject({
  kind: z.enum(FOUND_KINDS),
  id: z
    .string()
    .describe('The identifier of what was found; a share token is a bearer credential.'),
  cdrId: z.string().nullable().describe('The record that was found, or that the result is about.'),
  organizationId: z.string().nullable(),
  about: z.string().describe('A few words that tell it apart from other results.'),
  at: instant.nullable(),
  matched: z
    .strictObject({ field: z.string(), value: z.string() })
    .describe('The field in which the text was found, and its value; a phone number is masked.'),
});

type Result = z.output<typeof resultSchema>;
type About = Pick<Result, 'cdrId' | 'organizationId' | 'about'>;

const ABOUT: Readonly<Record<Found['kind'], (world: World, id: string, engine: Engine) => About>> =
  {
    record: ({ cdrs }, cdrId) => {
      const cdr = cdrs.get(cdrId);
      const terms = cdr && recordTerms(cdr);
      const [phone] = cdr?.page.formPhones ?? [];
      const parts = [terms?.leadId, phone && maskedPhone(phone), cdr?.page.domain];
      const organizationId = cdr?.organizationId ?? null;
      return { cdrId, organizationId, about: parts.filter(Boolean).join(' · ') };
    },
    organization: ({ organizations }, organizationId) => {
      const about = organizations.get(organizationId)?.name ?? '';
      return { cdrId: null, organizationId, about };
    },
    token: ({ tokens }, token) => {
      const { cdrId = null, organizationId = null } = tokens.get(token) ?? {};
      return { cdrId, organizationId, about: `opens ${cdrId}` };
    },
    request: (_, requestId, engine) => {
      const request = findRequest(engine, requestId);
      const { method, path, status, code, organizationId = null, decision } = request ?? {};
      const cdrId = decision?.values['cdrId'];
      const about = [method, path, status, code].filter(Boolean).join(' ');
      return { cdrId: typeof cdrId === 'string' ? cdrId : null, organizationId, about };
    },
    delivery: ({ deliveries }, webhookId) => {
      const { cdrId = null, organizationId = null, state } = deliveries.get(webhookId) ?? {};
      return { cdrId, organizationId, about: `${state}, of ${cdrId}` };
    },
  };

/** One search over everything that has an identifier or a name. */
export const searchEndpoints = {
  search: control({
    method: 'GET',
    path: '/search',
    summary: 'Find records, organizations, share tokens, requests and deliveries by one text',
    query: querySchema,
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number of results.'),
      results: z.array(resultSchema).describe('The best match first.'),
    }),
    act: ({ engine, query: { q = '', limit } }) => {
      const found = searchWorld(engine, q);
      const best = found.slice(0, Number(limit ?? RESULTS_DEFAULT));
      const results = best.map(({ kind, id, at, matched }): Result => {
        const about = ABOUT[kind](engine.world, id, engine);
        return { kind, id, ...about, at: kind === 'organization' ? null : at, matched };
      });
      return { total: found.length, results };
    },
  }),
};
