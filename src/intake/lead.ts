import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { jsonText } from './json-text.ts';

/** The name of a lead: a seller's own numbers are unique for that seller alone. */
export interface LeadName {
  /** Who sent the lead, such as the seller's name; `''` if there is only one. */
  readonly source: string;
  /** The lead's identifier within its source. */
  readonly leadId: string;
}

/** A lead by its name; the `leadId` alone where the `source` is `''`. */
export type LeadReference =
  | string
  | {
      /** Default: `''`. */
      readonly source?: string | undefined;
      /** The lead's identifier within its source. */
      readonly leadId: string;
    };

/**
 * A lead as it came in: its name, the seller's share URL, the phone number, and your own data.
 *
 * @example
 * ```ts
 * const lead: Lead = { source: 'sunroof', leadId: 'L-1', shareUrl, phone: '(212) 555-0147' };
 * ```
 */
export interface Lead {
  /**
   * Who sent the lead, at most 100 characters. The seller's own numbers are unique for that seller
   * alone: a lead is its source and `leadId` together. Default: `''`.
   */
  readonly source?: string | undefined;
  /** The lead's identifier within its source, 1 to 200 characters; one lead is decided once. */
  readonly leadId: string;
  /**
   * The share URL, or a bare share token, as the seller sent it. At most 4,096 characters. White
   * space around it, as from copying and pasting, is ignored.
   */
  readonly shareUrl: string;
  /** The lead's phone number in any common formatting (spec §2.7). At most 256 characters. */
  readonly phone: string;
  /**
   * Your own data, such as the name and the price: any JSON value of at most 16 KB. `onDecision`
   * gets it with the decision. It is erased with the phone.
   */
  readonly data?: unknown;
}

/** A lead that was checked: with its source, and its data as JSON. */
export interface CheckedLead extends LeadName, Pick<Lead, 'shareUrl' | 'phone'> {
  readonly dataText: string | null;
}

const SOURCE_MAX_CHARS = 100;
const LEAD_ID_MAX_CHARS = 200;
const SHARE_URL_MAX_CHARS = 4_096;
const PHONE_MAX_CHARS = 256;

/** Postgres rejects NUL, and identifiers that differ in control characters look the same. */
const CONTROL = /[\u0000-\u001f\u007f]/;

function textIssue(path: string, value: unknown, maxChars: number): Issue[] {
  if (typeof value === 'string' && value.length <= maxChars) return [];
  return [{ path, message: `expected a string of at most ${maxChars} characters` }];
}

function nameIssue(path: string, value: unknown, least: number, most: number): Issue[] {
  if (typeof value !== 'string' || value.length < least || value.length > most) {
    return [{ path, message: `expected a string of ${least} to ${most} characters` }];
  }
  if (CONTROL.test(value)) return [{ path, message: 'must not contain a control character' }];
  return !/\p{Surrogate}/u.test(value) ? [] : [{ path, message: 'expected well-formed Unicode' }];
}

/** Returns what is wrong with the name of a source; an empty array if nothing is. */
export const sourceIssues = (source: unknown): Issue[] =>
  nameIssue('source', source, 0, SOURCE_MAX_CHARS);

function nameIssues({ source, leadId }: { source: unknown; leadId: unknown }): Issue[] {
  return [...sourceIssues(source), ...nameIssue('leadId', leadId, 1, LEAD_ID_MAX_CHARS)];
}

/** Writes the name of a lead as people read it. */
export const inWords = ({ source, leadId }: LeadName): string =>
  source === '' ? leadId : `${leadId} of ${source}`;

/** The name as a key of a `Map`. */
export const keyOf = ({ source, leadId }: LeadName): string => JSON.stringify([source, leadId]);

/** Only the members of the name. */
export const nameOf = ({ source, leadId }: LeadName): LeadName => ({ source, leadId });

/**
 * Returns the lead that is meant.
 *
 * @throws `InvalidInputError` naming what is wrong with it.
 */
export function checkReference(reference: LeadReference): LeadName {
  if (typeof reference === 'string') return checkReference({ leadId: reference });
  if (typeof reference !== 'object' || (reference as unknown) === null) {
    throw invalidInput('lead', 'expected { source, leadId }, or a leadId');
  }
  const { source = '', leadId } = reference;
  const issues = nameIssues({ source, leadId });
  if (issues.length > 0) throw new InvalidInputError(issues);
  return { source, leadId };
}

/**
 * Checks the lead's fields and returns only them, without white space around the share. A seller's
 * mistake within the limits is not an error here: it leads to a decision.
 *
 * @throws `InvalidInputError` naming each invalid field.
 */
export function checkLead(lead: Lead): CheckedLead {
  if (typeof lead !== 'object' || (lead as unknown) === null) {
    throw invalidInput('lead', 'expected { source, leadId, shareUrl, phone, data }');
  }
  const { source = '', leadId, shareUrl, phone, data } = lead;
  const read = jsonText(data);
  const issues = [
    ...nameIssues({ source, leadId }),
    ...textIssue('shareUrl', shareUrl, SHARE_URL_MAX_CHARS),
    ...textIssue('phone', phone, PHONE_MAX_CHARS),
    ...('issues' in read ? read.issues : []),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
  const dataText = 'text' in read ? read.text : null;
  return { source, leadId, shareUrl: shareUrl.trim(), phone, dataText };
}
