import { type Clock, systemClock } from '../clock.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import type { WebAbortSignal } from '../platform.ts';
import { type SigningKey, signerOf, type TimestampFunction } from './seal.ts';

/** The options that archives and dossiers have in common. */
interface GivenOptions {
  readonly domains?: readonly string[] | undefined;
  readonly sign?: SigningKey | undefined;
  readonly timestamp?: TimestampFunction | undefined;
  readonly onProgress?: unknown;
  readonly signal?: WebAbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** The same options with their defaults filled in. */
export interface CommonSettings {
  readonly domains: readonly string[] | undefined;
  readonly sign: { readonly keyId: string; readonly of: (head: string) => Uint8Array } | undefined;
  readonly timestamp: TimestampFunction | undefined;
  readonly signal: WebAbortSignal | undefined;
  readonly clock: Clock;
}

const DOMAINS_MAX = 100_000;

/** Whether the value has members. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Returns an issue if the option is given and wrong. */
export function issueOf(path: string, value: unknown, isRight: boolean, expected: string): Issue[] {
  return value === undefined || isRight ? [] : [{ path, message: `expected ${expected}` }];
}

/** Whether the value has these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  const given = value as Record<string, unknown> | null | undefined;
  return isObject(given) && names.every((name) => typeof given[name] === 'function');
}

/** Returns an issue if the value is not a vault. */
export function vaultIssues(vault: unknown, path = 'vault'): Issue[] {
  const isVault = hasMethods(vault, ['has', 'put', 'get', 'list']);
  return issueOf(
    path,
    vault ?? null,
    isVault,
    'a vault: folderVault(folder), or has, put, get and list',
  );
}

/** Returns an issue if the value is not a list of names. */
export function textsIssues(path: string, value: unknown, most: number): Issue[] {
  const isShort = Array.isArray(value) && value.length <= most;
  const isRight = isShort && value.every((each) => typeof each === 'string' && each !== '');
  return issueOf(path, value, isRight, `at most ${most} non-empty strings`);
}

/** Returns an issue if the value is not a whole number within the bounds. */
export function countIssues(path: string, value: unknown, least: number, most: number): Issue[] {
  const isRight = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return issueOf(path, value, isRight, `a whole number from ${least} to ${most}`);
}

/** Returns an issue if the value is not a function. */
export function functionIssues(path: string, value: unknown): Issue[] {
  return issueOf(path, value, typeof value === 'function', 'a function');
}

/** Returns an issue if the value is not a client. */
export function clientIssues(client: unknown): Issue[] {
  const { cdrs, domains } = (client ?? {}) as Record<string, unknown>;
  const isClient = hasMethods(cdrs, ['list', 'get', 'download']) && hasMethods(domains, ['list']);
  return issueOf('client', client ?? null, isClient, 'a ConsentEvidence client');
}

/**
 * Checks the options. Returns them as an object, and the common ones with defaults filled in.
 *
 * @param issuesOf finds the issues of the other options.
 * @throws `InvalidInputError` naming each invalid option.
 */
export function checkedOptions<Given extends GivenOptions>(
  options: Given,
  names: readonly (keyof Given & string)[],
  issuesOf: (given: Given) => Issue[],
): { given: Given; common: CommonSettings } {
  const given = isObject(options) ? options : ({} as Given);
  const { domains, sign, timestamp, signal, clock = systemClock } = given;
  const issues = [
    ...unknownOptions(given, names),
    ...textsIssues('domains', domains, DOMAINS_MAX),
    ...functionIssues('timestamp', timestamp),
    ...functionIssues('onProgress', given.onProgress),
    ...issueOf('sign', sign, isObject(sign), '{ privateKey, keyId }'),
    ...issuesOf(given),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
  const signer = sign && { keyId: sign.keyId, of: signerOf(sign) };
  return { given, common: { domains, sign: signer, timestamp, signal, clock } };
}
