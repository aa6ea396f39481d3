import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import {
  ConsentEvidence,
  type ConsentEvidenceOptions,
  type FetchLike,
  type TraceEvent,
} from '../../src/index.ts';
import type { AccountFlags } from './account-flags.ts';
import { profilesPath, readProfile } from './read-profile.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The account that a command works on. */
export interface Account {
  readonly client: ConsentEvidence;
  /** What is shown about the account beside the results; never a key. */
  readonly shown: { readonly profile?: string; readonly baseUrl: string };
}

interface Access {
  readonly profile?: string;
  readonly options: ConsentEvidenceOptions & { baseUrl: string };
}

const KEY = 'CONSENT_EVIDENCE_API_KEY';
const BASE = 'CONSENT_EVIDENCE_BASE_URL';
const PROFILE = 'CONSENT_EVIDENCE_PROFILE';

function fromEnvironment(env: Environment): Access {
  const [apiKey = '', baseUrl = ''] = [env[KEY], env[BASE]];
  const missing = [...(apiKey === '' ? [KEY] : []), ...(baseUrl === '' ? [BASE] : [])];
  if (missing.length === 0) return { options: { apiKey, baseUrl } };
  // The advice comes once, at the end of the line.
  const advice = `; set ${missing.length === 1 ? 'it' : 'both'}, or name a profile with --profile`;
  throw new InvalidInputError(
    missing.map((path) => ({
      path,
      message: `is not set${path === missing.at(-1) ? advice : ''}`,
    })),
  );
}

/**
 * Returns the chosen profile. A profile named only by a variable is refused if another variable
 * holds a key, because it is unclear which one is meant.
 */
function profileOf({ profile }: AccountFlags, env: Environment): string | undefined {
  const named = env[PROFILE];
  if (profile !== undefined || !named) return profile;
  if (!env[KEY]) return named;
  const message = `is set as well as ${KEY}; unset one of them, or name the account with --profile`;
  throw invalidInput(PROFILE, message);
}

async function accessOf(flags: AccountFlags, env: Environment): Promise<Access> {
  const profile = profileOf(flags, env);
  if (profile === undefined) return fromEnvironment(env);
  const options = await readProfile(profilesPath(env), profile);
  return { profile, options };
}

/** Renames the options in a refusal of the client to their names here. */
function renamed(error: unknown, profile: string | undefined): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  const variables: Readonly<Record<string, string>> = { apiKey: KEY, baseUrl: BASE };
  return new InvalidInputError(
    error.issues.map(({ path, message }) => ({
      path: profile === undefined ? (variables[path] ?? path) : `--profile ${profile}: ${path}`,
      message,
    })),
  );
}

/**
 * Opens the account that the flags and the environment name. A profile and the two variables are
 * never mixed, because a key of one account must not go to the address of another.
 *
 * @param fetchFor makes the client's `fetch`; default: the platform's.
 * @throws InvalidInputError that names what to set, and never any part of a key.
 */
export async function openAccount(
  flags: AccountFlags,
  env: Environment,
  trace?: (event: TraceEvent) => void,
  fetchFor?: (baseUrl: string) => FetchLike,
): Promise<Account> {
  const { profile, options } = await accessOf(flags, env);
  try {
    const { baseUrl } = options;
    const fetch = fetchFor?.(baseUrl);
    const client = new ConsentEvidence({ ...options, trace, fetch });
    return { client, shown: { ...(profile !== undefined && { profile }), baseUrl } };
  } catch (error) {
    throw renamed(error, profile);
  }
}
