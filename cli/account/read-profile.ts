import os from 'node:os';
import path from 'node:path';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import { nearestName } from '../../src/options/nearest-name.ts';
import { parseJson } from '../files/parse-json.ts';
import { readPrivateFile } from '../files/read-private-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of the profiles: `CONSENT_EVIDENCE_PROFILES`, or the default location. */
export function profilesPath(env: Environment): string {
  const named = env['CONSENT_EVIDENCE_PROFILES'];
  if (named) return path.resolve(named);
  const given = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  // A relative path is ignored (XDG Base Directory Specification).
  const base = given && path.isAbsolute(given) ? given : path.join(os.homedir(), '.config');
  return path.join(base, 'consent-evidence', 'profiles.json');
}

/** One account in the profiles file. */
interface Profile {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly shareOrigins?: readonly string[];
  readonly allowInsecureHttp?: boolean;
}

const MEMBERS = ['apiKey', 'baseUrl', 'shareOrigins', 'allowInsecureHttp'];
const NEEDED = ['apiKey', 'baseUrl'];
/** No dots: a key given in place of a name does not match and is not repeated in the error. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NAMES_SHOWN_MAX = 20;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(file: string, text: string): Fields {
  const value = parseJson('--profile', file, text);
  if (isFields(value)) return value;
  throw invalidInput('--profile', `${file}: expected an object with a member for each profile`);
}

function unknownName(file: string, name: string, profiles: Fields): InvalidInputError {
  const names = Object.keys(profiles).filter((each) => NAME.test(each));
  const near = nearestName(name, names);
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
  const hint = near === undefined ? `expected one of ${shown}` : `did you mean "${near}"?`;
  const help = names.length === 0 ? 'it has none' : hint;
  return invalidInput('--profile', `${file} has no profile "${name}"; ${help}`);
}

/** Errors name the place, because a member's name may itself be a misplaced key. */
function checked(file: string, name: string, value: unknown): Profile {
  const at = `${file}: ${name}`;
  if (!isFields(value)) throw invalidInput('--profile', `${at}: expected an object`);
  const missing = NEEDED.filter((member) => typeof value[member] !== 'string');
  const odd = Object.keys(value).some((member) => !MEMBERS.includes(member));
  const issues = [
    ...missing.map((member) => `${at}.${member}: expected a string`),
    ...(odd ? [`${at}: has a member other than ${MEMBERS.join(', ')}`] : []),
  ].map((message) => ({ path: '--profile', message }));
  if (issues.length > 0) throw new InvalidInputError(issues);
  return value as unknown as Profile;
}

/**
 * Reads one profile: a key and the address that belongs to it.
 *
 * @throws InvalidInputError naming the file and the profile, and never any part of a key.
 */
export async function readProfile(file: string, name: string): Promise<Profile> {
  if (!NAME.test(name)) {
    throw invalidInput(
      '--profile',
      'expected the name of a profile: up to 64 letters, digits, "_" and "-"',
    );
  }
  const profiles = parse(file, await readPrivateFile('--profile', file));
  if (!Object.hasOwn(profiles, name)) throw unknownName(file, name, profiles);
  return checked(file, name, profiles[name]);
}
