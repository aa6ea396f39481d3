import { acceptanceIssues } from '../contract/acceptance.ts';
import { listOf, membersOf } from './answer.ts';
import { type Ask, MADE_UP, MADE_UP_KEYS, templateOf } from './ask.ts';
import { REFUSAL_RULE } from './refusal.ts';
import type { Tier } from './tier.ts';

/** The longest lifetime of a share token that a calibration creates. */
export const TOKEN_LIFE_MAX_MS = 60_000;

/** How far the receives of a run have come. */
export interface ReceiveState {
  /** The token of the first receive. */
  probe?: string;
  /** The probe did not succeed. */
  isProbed: boolean;
  /** A receive succeeded, or may have: no other is sent. */
  isOver: boolean;
}

/** What the guard knows about the run. */
export interface GuardFacts {
  readonly tier: Tier;
  readonly phrase: string;
  /** Share tokens of records that the sender captured and paid for. */
  readonly tokens: ReadonlySet<string>;
  /** Share tokens whose redirect may be opened besides. */
  readonly openable: ReadonlySet<string>;
  /** Records that the sender may share: those of `materials`, and those that a probe chose to share. */
  readonly shareable: ReadonlySet<string>;
  readonly receives: Readonly<ReceiveState>;
}

/** The guard does not permit a request. */
export class GuardRefusal extends Error {}

/** The segments that a path without a key may contain, besides made-up identifiers. */
const WORDS: ReadonlySet<string> = new Set([
  ...['', 'v1', 'V1', 'v2', 'domains', 'Domains', 'cdrs', 'collect', 'share', 'shares', 'claim'],
  ...['packages', 'package-shares', '%zz'],
]);

/** Returns whether an identifier is made up: the prefix, and nothing that could lead elsewhere. */
function isMadeUpId(id: string | undefined): boolean {
  return id?.startsWith(MADE_UP) === true && /^[\w-]*(?:%2Fid)?$/.test(id);
}

function isMadeUp(path: string): boolean {
  return path.split('/').every((each) => WORDS.has(each) || isMadeUpId(each));
}

// An identifier cannot be `.` or `..`, which a URL takes for another path.
const READ = /^\/v1\/(?:domains|domains\/(?!\.+\/)[^/?#]+\/cdrs|cdrs\/(?!\.+$)[^/?#]+)$/;
const RECEIVE = /^\/v1\/shares\/([^/?#]+)(?:\/claim)?$/;
const SHARE = /^\/v1\/cdrs\/([^/?#]+)\/share$/;

/** Returns whether a request has neither a key of its own nor a query. */
function isPlain({ key, query = {} }: Ask): boolean {
  return key === undefined && Object.keys(query).length === 0;
}

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
    const isBare = match === undefined && scope === undefined && Object.keys(more).length === 0;
    const phrases = listOf(anyOf);
    return isBare && ruleId === REFUSAL_RULE && phrases.length === 1 && phrases[0] === phrase;
  });
}

function isShortShare(body: unknown): boolean {
  const { expiresInMs, ...others } = membersOf(body) ?? {};
  const ms = Number(expiresInMs);
  const isLife = Number.isInteger(expiresInMs) && ms >= 1 && ms <= TOKEN_LIFE_MAX_MS;
  return isLife && Object.keys(others).length === 0;
}

/** A kind of request that is permitted, and the lowest tier that permits it. */
interface Permission {
  readonly name: string;
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
    allows(ask, { tokens, openable }) {
      const { as, method, path, body } = ask;
      const token = path.endsWith('/claim') ? undefined : idIn(path, RECEIVE);
      const isOpened = as === 'nobody' && method === 'GET' && body === undefined;
      return (
        isOpened &&
        isPlain(ask) &&
        token !== undefined &&
        (tokens.has(token) || openable.has(token))
      );
    },
  },
  {
    name: 'a receive of a made-up token',
    tier: 2,
    allows: (ask, { receives }) =>
      !receives.isOver &&
      ask.as !== 'nobody' &&
      isPlain(ask) &&
      ask.method === 'POST' &&
      isMadeUpId(idIn(ask.path, RECEIVE)),
  },
  {
    name: 'a receive that must be refused',
    tier: 2,
    allows(ask, { tokens, phrase, receives }) {
      const { as, method, path, body } = ask;
      const token = idIn(path, RECEIVE);
      const isOurs = as !== 'nobody' && isPlain(ask) && method === 'POST';
      if (!isOurs || token === undefined || !tokens.has(token) || receives.isOver) return false;
      const isItsTurn = receives.isProbed || token === receives.probe;
      return isItsTurn && mustBeRefused(body, phrase);
    },
  },
  {
    name: 'a share for at most 60 seconds, of a record chosen for the run',
    tier: 3,
    allows(ask, { shareable }) {
      const { as, method, path, body } = ask;
      const cdrId = idIn(path, SHARE);
      if (as !== 'sender' || !isPlain(ask) || method !== 'POST' || cdrId === undefined) {
        return false;
      }
      return (shareable.has(cdrId) || isMadeUpId(cdrId)) && isShortShare(body);
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
export function permissionFor(ask: Ask, facts: GuardFacts): Permission {
  const found = PERMISSIONS.find(({ tier, allows }) => tier <= facts.tier && allows(ask, facts));
  if (found !== undefined) return found;
  const what = `${ask.method} ${templateOf(ask.path)} as ${ask.as}`;
  const listed = PERMITTED.filter(({ tier }) => tier <= facts.tier).map(({ name }) => name);
  throw new GuardRefusal(
    `tier ${facts.tier} does not permit ${what}; it permits ${listed.join(', ')}. Nothing was sent.`,
  );
}
