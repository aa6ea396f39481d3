import { acceptanceIssues } from '../contract/acceptance.ts';
import { listOf, membersOf } from './answer.ts';
import { type Ask, MADE_UP, MADE_UP_KEYS, templateOf } from './ask.ts';
import { DEFERRED_BODY, LANDING_BODY } from './paid-requests.ts';
import { REFUSAL_RULE } from './refusal.ts';
import type { Tier } from './tier.ts';

/** The longest lifetime of a share token that a calibration creates. */
export const TOKEN_LIFE_MAX_MS = 60_000;

/** What the guard knows about the run. */
export interface GuardFacts {
  readonly tier: Tier;
  readonly phrase: string;
  /** Share tokens that were passed in or created by this run. */
  readonly tokens: ReadonlySet<string>;
  /** Records that the sender may share: those of `materials`, and those that a probe chose to share. */
  readonly shareable: ReadonlySet<string>;
  /** Tokens of this run with which a receive may succeed. */
  readonly landable: ReadonlySet<string>;
  /** Who may collect which record, such as `sender cdr_1`. */
  readonly collectable: ReadonlySet<string>;
  /** How many more chargeable requests may be sent. */
  readonly chargesLeft: number;
}

/** The guard does not permit a request. */
export class GuardRefusal extends Error {}

/** The segments that a path without a key may contain, besides made-up identifiers. */
const WORDS: ReadonlySet<string> = new Set([
  ...['', 'v1', 'V1', 'v2', 'domains', 'Domains', 'cdrs', 'collect', 'share', 'shares', 'claim'],
  ...['packages', 'package-shares', '%zz'],
]);

function isMadeUp(path: string): boolean {
  return path.split('/').every((each) => WORDS.has(each) || each.startsWith(MADE_UP));
}

const READ = /^\/v1\/(?:domains|domains\/[^/]+\/cdrs|cdrs\/[^/]+)$/;
const RECEIVE = /^\/v1\/shares\/([^/]+)(?:\/claim)?$/;
const SHARE = /^\/v1\/cdrs\/([^/]+)\/share$/;
const COLLECT = /^\/v1\/cdrs\/([^/]+)\/collect$/;

/** Returns the decoded identifier in a path. */
function idIn(path: string, form: RegExp): string | undefined {
  const [, id] = form.exec(path) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** Returns whether every service that follows §4.6 rule 5 must refuse this receive. */
function mustBeRefused(body: unknown, phrase: string): boolean {
  const { collect, acceptance, ...others } = membersOf(body) ?? {};
  if (Object.keys(others).length > 0 || !['boolean', 'undefined'].includes(typeof collect)) {
    return false;
  }
  if (acceptance === undefined || acceptanceIssues(acceptance).length > 0) return false;
  const rules = listOf(membersOf(membersOf(acceptance)?.['disclosure'])?.['requiredText']);
  return rules.some((rule) => {
    const { ruleId, anyOf, match, scope, ...more } = membersOf(rule) ?? {};
    const isPlain = match === undefined && scope === undefined && Object.keys(more).length === 0;
    const phrases = listOf(anyOf);
    return isPlain && ruleId === REFUSAL_RULE && phrases.length === 1 && phrases[0] === phrase;
  });
}

function isShortShare(body: unknown): boolean {
  const { expiresInMs, ...others } = membersOf(body) ?? {};
  const ms = Number(expiresInMs);
  const isLife = Number.isInteger(expiresInMs) && ms >= 1 && ms <= TOKEN_LIFE_MAX_MS;
  return isLife && Object.keys(others).length === 0;
}

const LANDING: readonly string[] = [LANDING_BODY, DEFERRED_BODY].map((body) =>
  JSON.stringify(body),
);

/** The permission for a request. */
export interface Granted {
  readonly name: string;
  /** The request could be charged. */
  readonly mayCharge?: true;
}

/** A kind of request that is permitted, and the lowest tier that permits it. */
interface Permission extends Granted {
  readonly tier: Tier;
  readonly allows: (ask: Ask, facts: GuardFacts) => boolean;
}

const PERMISSIONS: readonly Permission[] = [
  {
    name: 'a request without a key, for something that does not exist',
    tier: 0,
    allows: ({ as, key, path }) =>
      as === 'nobody' &&
      isMadeUp(path) &&
      (key === undefined || Object.values(MADE_UP_KEYS).some((each) => each === key)),
  },
  {
    name: 'a read with a key',
    tier: 1,
    allows: ({ as, method, path, body, key }) =>
      as !== 'nobody' &&
      method === 'GET' &&
      READ.test(path) &&
      body === undefined &&
      key === undefined,
  },
  {
    name: 'the redirect of a share token',
    tier: 2,
    allows({ as, method, path, body, key }, { tokens }) {
      const token = path.endsWith('/claim') ? undefined : idIn(path, RECEIVE);
      const isPlain = as === 'nobody' && method === 'GET' && body === undefined && !key;
      return isPlain && token !== undefined && tokens.has(token);
    },
  },
  {
    name: 'a receive of a made-up token',
    tier: 2,
    allows: ({ as, method, path, key }) =>
      as !== 'nobody' &&
      key === undefined &&
      method === 'POST' &&
      (idIn(path, RECEIVE)?.startsWith(MADE_UP) ?? false),
  },
  {
    name: 'a receive that must be refused',
    tier: 2,
    allows({ as, method, path, body, key }, { tokens, phrase }) {
      const token = idIn(path, RECEIVE);
      const isOurs = as !== 'nobody' && key === undefined && method === 'POST';
      return isOurs && token !== undefined && tokens.has(token) && mustBeRefused(body, phrase);
    },
  },
  {
    name: 'a share for at most 60 seconds, of a record chosen for the run',
    tier: 3,
    allows({ as, method, path, body, key }, { shareable }) {
      const cdrId = idIn(path, SHARE);
      if (as !== 'sender' || key !== undefined || method !== 'POST' || cdrId === undefined) {
        return false;
      }
      return (shareable.has(cdrId) || cdrId.startsWith(MADE_UP)) && isShortShare(body);
    },
  },
  {
    name: 'a receive that may succeed, within maxCharges',
    tier: 4,
    mayCharge: true,
    allows({ as, method, path, body, key }, { landable, chargesLeft }) {
      const token = path.endsWith('/claim') ? undefined : idIn(path, RECEIVE);
      const isOurs = as === 'receiver' && key === undefined && method === 'POST';
      if (!isOurs || token === undefined || !landable.has(token)) return false;
      return chargesLeft >= 1 && LANDING.includes(JSON.stringify(body));
    },
  },
  {
    name: 'a collect, within maxCharges',
    tier: 4,
    mayCharge: true,
    allows({ as, method, path, body, key }, { collectable, chargesLeft }) {
      const cdrId = idIn(path, COLLECT);
      const isPlain = method === 'POST' && body === undefined && key === undefined;
      return isPlain && chargesLeft >= 1 && collectable.has(`${as} ${cdrId}`);
    },
  },
];

/** The name and tier of each permission. */
export const PERMITTED: readonly { readonly tier: Tier; readonly name: string }[] = PERMISSIONS.map(
  ({ tier, name }) => ({ tier, name }),
);

/**
 * Returns the permission that allows this request.
 *
 * @throws GuardRefusal if the tier has none. Its message contains no identifiers.
 */
export function permissionFor(ask: Ask, facts: GuardFacts): Granted {
  const found = PERMISSIONS.find(({ tier, allows }) => tier <= facts.tier && allows(ask, facts));
  if (found !== undefined) return found;
  const what = `${ask.method} ${templateOf(ask.path)} as ${ask.as}`;
  const listed = PERMITTED.filter(({ tier }) => tier <= facts.tier).map(({ name }) => name);
  throw new GuardRefusal(
    `tier ${facts.tier} does not permit ${what}; it permits ${listed.join(', ')}. Nothing was sent.`,
  );
}
