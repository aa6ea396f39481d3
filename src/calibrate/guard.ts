import { acceptanceIssues } from '../contract/acceptance.ts';
import { listOf, membersOf } from './answer.ts';
import { type Ask, MADE_UP, MADE_UP_KEYS, templateOf } from './ask.ts';
import { DEFERRED_BODY, LANDING_BODY } from './paid-requests.ts';
import { REFUSAL_RULE } from './refusal.ts';
import type { Tier } from './tier.ts';

/** The longest life of a share token that a calibration makes. */
export const TOKEN_LIFE_MAX_MS = 60_000;

/** What the guard knows of this run. */
export interface GuardFacts {
  readonly tier: Tier;
  readonly phrase: string;
  /** Share tokens that were handed in, or made by this run. */
  readonly tokens: ReadonlySet<string>;
  /** Records that the sender may share here: it captured and paid for them, or no share is let through. */
  readonly shareable: ReadonlySet<string>;
  /** Tokens of this run through which a receive may land. */
  readonly landable: ReadonlySet<string>;
  /** Who may collect which record: `sender cdr_1`. */
  readonly collectable: ReadonlySet<string>;
  /** How many more requests may be sent that could be charged. */
  readonly chargesLeft: number;
}

/** A request that the guard let no one send. */
export class GuardRefusal extends Error {}

/** Words of the API's paths; a request without a key has nothing else in its path. */
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

/** The identifier in a path, decoded. */
function idIn(path: string, form: RegExp): string | undefined {
  const [, id] = form.exec(path) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** Whether no service that keeps §4.6 rule 5 can let this receive through. */
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

/** What lets a request through. */
export interface Granted {
  readonly name: string;
  /** The request could be charged. */
  readonly mayCharge?: true;
}

/** One thing that may be asked, and from which tier on. */
interface Permission extends Granted {
  readonly tier: Tier;
  readonly allows: (ask: Ask, facts: GuardFacts) => boolean;
}

const PERMISSIONS: readonly Permission[] = [
  {
    name: 'a request without a key, about what does not exist',
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
    name: 'a share for 60 seconds at most, of a record that the sender paid for',
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
    name: 'a receive that lands, within maxCharges',
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

/** The names of what each tier may ask, as the guard has them. */
export const PERMITTED: readonly { readonly tier: Tier; readonly name: string }[] = PERMISSIONS.map(
  ({ tier, name }) => ({ tier, name }),
);

/**
 * The permission by which this request may be sent.
 *
 * @throws GuardRefusal where the tier lists none; identifiers are left out of what it says.
 */
export function permissionFor(ask: Ask, facts: GuardFacts): Granted {
  const found = PERMISSIONS.find(({ tier, allows }) => tier <= facts.tier && allows(ask, facts));
  if (found !== undefined) return found;
  const what = `${ask.method} ${templateOf(ask.path)} as ${ask.as}`;
  const listed = PERMITTED.filter(({ tier }) => tier <= facts.tier).map(({ name }) => name);
  throw new GuardRefusal(
    `tier ${facts.tier} does not list ${what}; it lists ${listed.join(', ')}. Nothing was sent.`,
  );
}
