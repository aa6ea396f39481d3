import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';

/**
 * A lead as it came in: the caller's identifier, the seller's share URL, and the phone number.
 *
 * @example
 * ```ts
 * const lead: Lead = { leadId: 'L-1', shareUrl, phone: '(212) 555-0147' };
 * ```
 */
export interface Lead {
  /** The caller's own identifier, 1 to 200 characters; one lead is decided once. */
  readonly leadId: string;
  /**
   * The share URL, or a bare share token, as the seller sent it. At most 4,096 characters. White
   * space around it, as from copying and pasting, is ignored.
   */
  readonly shareUrl: string;
  /** The lead's phone number in any common formatting (spec §2.7). At most 256 characters. */
  readonly phone: string;
}

const LEAD_ID_MAX_CHARS = 200;
const SHARE_URL_MAX_CHARS = 4_096;
const PHONE_MAX_CHARS = 256;

/** Postgres rejects NUL, and identifiers that differ in control characters look the same. */
const CONTROL = /[\u0000-\u001f\u007f]/;

function textIssue(path: string, value: unknown, maxChars: number): Issue[] {
  if (typeof value === 'string' && value.length <= maxChars) return [];
  return [{ path, message: `expected a string of at most ${maxChars} characters` }];
}

/** Returns what is wrong with a lead's identifier; an empty array if nothing is. */
export function leadIdIssues(leadId: unknown): Issue[] {
  if (typeof leadId !== 'string' || leadId === '' || leadId.length > LEAD_ID_MAX_CHARS) {
    const message = `expected a string of 1 to ${LEAD_ID_MAX_CHARS} characters`;
    return [{ path: 'leadId', message }];
  }
  if (CONTROL.test(leadId)) {
    return [{ path: 'leadId', message: 'must not contain a control character' }];
  }
  return !/\p{Surrogate}/u.test(leadId)
    ? []
    : [{ path: 'leadId', message: 'expected well-formed Unicode' }];
}

/**
 * Checks the lead's fields and returns only them, without white space around the share. A seller's
 * mistake within the limits is not an error here: it leads to a decision.
 *
 * @throws `InvalidInputError` naming each invalid field.
 */
export function checkLead(lead: Lead): Lead {
  if (typeof lead !== 'object' || (lead as unknown) === null) {
    throw invalidInput('lead', 'expected { leadId, shareUrl, phone }');
  }
  const { leadId, shareUrl, phone } = lead;
  const issues = [
    ...leadIdIssues(leadId),
    ...textIssue('shareUrl', shareUrl, SHARE_URL_MAX_CHARS),
    ...textIssue('phone', phone, PHONE_MAX_CHARS),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
  return { leadId, shareUrl: shareUrl.trim(), phone };
}
