import * as z from 'zod/mini';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { CDR_ID_MEANS } from '../input-meanings.ts';
import { SHARE_EXPIRY_DEFAULT_MS, SHARE_EXPIRY_MAX_MS } from '../limits.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** The body of `POST /v1/cdrs/<cdr_id>/share` (spec §4.5). */
export interface ShareCdrBody {
  /** Milliseconds from now. Anything but a positive number means the default. */
  expiresInMs?: unknown;
}

/** `data` of `POST /v1/cdrs/<cdr_id>/share` (spec §2.5, §4.5). */
export interface ShareCdrData {
  /** A bearer credential: its holder can receive the record with another organization's key. */
  token: string;
  /** `{base_url}/v1/shares/<token>`. */
  shareUrl: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** `POST /v1/cdrs/<cdr_id>/share` (spec §4.5). */
export const shareCdr = endpoint({
  operation: 'cdrs.share',
  section: '4.5',
  summary: 'Create a share token',
  method: 'POST',
  path: '/v1/cdrs/:cdrId/share',
  aliases: [],
  needsKey: true,
  billable: false,
  repeat: 'once',
  inDoubt: { hint: 'a share token may have been created', disprovedBy: ['CDR_DEV_MODE'] },
  hints: {},
  secrets: [],
  query: null,
  body: schemaOf(exactly<ShareCdrBody>, () => z.object({ expiresInMs: z.optional(z.unknown()) })),
  data: schemaOf(exactly<ShareCdrData>, () =>
    z.object({
      token: z.string(),
      shareUrl: z.string(),
      expiresAt: z.number(),
    }),
  ),
  needs: ['token', 'shareUrl', 'expiresAt'],
});

export const shareCdrFacts = (): EndpointFacts<typeof shareCdr> => ({
  refuses: {
    INVALID_ARGUMENT: 'The body is not a JSON object.',
    NOT_FOUND: 'The organization does not hold the record, or it is no longer kept.',
    CDR_DEV_MODE: 'The record is a Dev Mode capture.',
    CONFLICT: 'More than one record has the identifier.',
    CDR_INVALID: 'The record was flagged invalid.',
  },
  about:
    'Creates a share token for a record that the organization holds, collected or not. Nothing is charged. Every call creates another token, and the earlier ones stay valid. Anyone with the token and the key of another organization can receive the record until it expires.',
  names: { data: 'ShareToken', body: 'ShareTerms' },
  inputs: {
    cdrId: CDR_ID_MEANS,
    expiresInMs: `Milliseconds from now, at most ${SHARE_EXPIRY_MAX_MS} (2 years); default: ${SHARE_EXPIRY_DEFAULT_MS} (30 days). A longer time is reduced to the maximum, and anything but a positive number means the default (spec §4.5).`,
  },
  sends: () => ({
    expiresInMs: z._default(
      z.int().check(z.minimum(1), z.maximum(SHARE_EXPIRY_MAX_MS)),
      SHARE_EXPIRY_DEFAULT_MS,
    ),
  }),
  example: { cdrId: 'cdr_demo_solar', expiresInMs: 604_800_000 },
  sample: {
    token: 'shr_1',
    shareUrl: 'https://api.example.com/v1/shares/shr_1',
    expiresAt: 1_767_700_800_000,
  },
});
