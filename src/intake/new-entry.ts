import { isHopelessPhone } from '../acceptance/normalize-phone.ts';
import { explainReceive } from '../decision/explain-receive.ts';
import { receiveDecision } from '../decision/receive-decision.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { plainCopy } from '../options/plain-copy.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import { readShareText } from '../resources/share-text.ts';
import { shareRefusal } from '../resources/share-url.ts';
import type { RefusalReason } from './decision.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type IntakeClient, type IntakeSettings, isCriteria } from './intake-options.ts';
import { type CheckedLead, type Lead, type LeadName, nameOf } from './lead.ts';
import { transition } from './lead-states.ts';
import type { LeadMaterial, LedgerEntry } from './ledger-entry.ts';

/** The reason for which the call itself would refuse the lead, before anything is sent. */
function refusal(error: unknown): RefusalReason {
  const { code, message, sellerMessage } = explainReceive(error);
  return { code, message, sellerMessage };
}

const PHONE_UNREADABLE = 'expected a 10-digit North American number, with an optional leading 1';

interface ReadShare {
  readonly token?: string | undefined;
  /** Why the seller's text is not a share. */
  readonly reason?: RefusalReason;
}

async function readShare({ shares }: IntakeClient, shareUrl: string): Promise<ReadShare> {
  try {
    // A wrapper may have made it a promise.
    const token: unknown = await Promise.resolve(shares.tokenOf(shareUrl));
    if (typeof token === 'string' && token !== '') return { token };
  } catch (error) {
    if (receiveDecision(error) === 'refuse') return { reason: refusal(error) };
  }
  // A missing base address, an origin that we do not know yet, or a client that fails by itself is
  // for us to fix. The token is enough to recognize the share.
  const share = readShareText(shareUrl, null);
  return 'token' in share ? { token: share.token } : { reason: refusal(shareRefusal(share)) };
}

function phoneReasons(phone: string): RefusalReason[] {
  if (!isHopelessPhone(phone)) return [];
  return [refusal(invalidInput('leadMatch.phone', PHONE_UNREADABLE))];
}

/**
 * Returns the lead's criteria as JSON: those of the options, and that the phone must match.
 *
 * @throws `InvalidInputError` if the function returns none; any error of it.
 */
export function criteriaText<Tx>(settings: IntakeSettings<Tx>, checked: CheckedLead): string {
  const { dataText, ...lead } = checked;
  const criteria: unknown = settings.criteriaFor({ ...lead, ...dataOf(dataText) });
  if (!isCriteria(criteria)) {
    void ignoringErrors(() => criteria); // a rejection that nobody awaits would end the process
    throw invalidInput('criteria', 'expected criteria, and not a promise');
  }
  return JSON.stringify({ ...(plainCopy(criteria) as object), leadMatch: { phone: lead.phone } });
}

/** Replaces NUL, which Postgres cannot store and no share or phone number contains. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD');

/** The member `data` of a lead, if it has data. */
export const dataOf = (text: string | null): Pick<Lead, 'data'> =>
  text === null ? {} : { data: JSON.parse(text) as unknown };

function materialOf<Tx>(settings: IntakeSettings<Tx>, lead: CheckedLead): LeadMaterial {
  const [shareUrl, phone] = [storable(lead.shareUrl), storable(lead.phone)];
  const criteria = criteriaText(settings, { ...lead, shareUrl, phone });
  return { shareUrl, phone, criteria, data: lead.dataText };
}

/** The material of a lead that is decided at once: what `onDecision` is told, and nothing to send. */
function undecidable({ phone, dataText }: CheckedLead): LeadMaterial {
  return { shareUrl: '', phone: storable(phone), criteria: '', data: dataText };
}

/** Makes the entry of a new lead: leased to us until `until`, or already refused. */
export async function newEntry<Tx>(
  settings: IntakeSettings<Tx>,
  lead: CheckedLead,
  until: number,
): Promise<LedgerEntry> {
  const now = settings.clock.now();
  const { token, reason } = await readShare(settings.client, lead.shareUrl);
  const reasons = [...(reason === undefined ? [] : [reason]), ...phoneReasons(lead.phone)];
  const isRefused = reasons.length > 0;
  return {
    ...nameOf(lead),
    ...(await fingerprintOf(token ?? lead.shareUrl, lead.phone)),
    ownsShare: token !== undefined,
    state: transition(null, isRefused ? 'refuse' : 'asking'),
    version: 1,
    inHand: !isRefused,
    inDoubt: false,
    onlyIfPaid: false,
    askedAt: null,
    handSince: isRefused ? null : now,
    doubtSince: null,
    dueAt: isRefused ? null : until,
    heldSince: now,
    decidedAt: isRefused ? now : null,
    attempts: 0,
    cdrId: null,
    shareEventId: null,
    mayBeCharged: false,
    firstLead: null,
    code: null,
    message: null,
    scope: null,
    reasons,
    requestIds: [],
    settledBy: null,
    note: null,
    shadow: null,
    material: isRefused ? undecidable(lead) : materialOf(settings, lead),
  };
}

/** Makes the entry of a lead whose share another lead owns: decided without a request. */
export function duplicateEntry(entry: LedgerEntry, firstLead: LeadName): LedgerEntry {
  return {
    ...entry,
    ownsShare: false,
    state: transition(null, 'duplicate'),
    inHand: false,
    handSince: null,
    dueAt: null,
    decidedAt: entry.heldSince,
    firstLead,
    reasons: [],
  };
}
