import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import type { ReceiveShareData } from '../contract/endpoints/receive-share.ts';
import type { Operation } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { anything, flag, kindOf } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { bindMethods, unbound } from '../platform/bind-methods.ts';
import {
  CALL_OPTIONS,
  type CallOptions,
  callOptionsOf,
  checkedCall,
  pendingTimeKind,
} from '../transport/call-options.ts';
import { type CallPromise, callPromise } from '../transport/call-promise.ts';
import { fromCallerNow } from '../transport/caller-stack.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Answer, Send } from '../transport/outgoing.ts';
import type { Settings } from '../transport/settings.ts';
import { hasReadablePhone, plainCriteria } from './plain-criteria.ts';
import { readDashboardUrl } from './read-dashboard-url.ts';
import { parseShareToken } from './share-url.ts';

/**
 * Options for receiving a shared record.
 *
 * @example
 * ```ts
 * const options: ReceiveShareOptions = {
 *   acceptance: {
 *     schemaVersion: 1,
 *     disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
 *   },
 *   pendingTimeoutMs: 5_000,
 * };
 * ```
 */
export interface ReceiveShareOptions extends CallOptions {
  /** What the record must meet to be received and paid for (spec §2.7). */
  acceptance?: AcceptanceCriteria | undefined;
  /**
   * Sent only if set. The specification describes two different results of `false` (spec §4.6): the
   * call is refused with `COLLECT_REQUIRED`, or the record is received without being billed. In the
   * second case, a later receive neither bills nor grants access; collect the record instead.
   */
  collect?: boolean | undefined;
  /**
   * Continues an earlier receive whose outcome was `unknown` or `done`, or whose process died, even
   * days ago. Pass the same token, criteria and number again. `replayPossible` is then always true. A
   * refusal that says nothing about the earlier attempt (401, 403, 404, 410, `CONFLICT`) keeps the
   * outcome `unknown`, because that attempt may have been paid for.
   */
  earlierOutcome?: 'unknown' | undefined;
  /**
   * How long to wait while the answer is `CDR_PENDING`, in milliseconds. Default: the client's
   * setting. `0`: do not wait.
   */
  pendingTimeoutMs?: number | undefined;
}

/** The result of receiving a shared record (spec §4.6). */
export interface ReceiveReceipt extends ReceiveShareData {
  /** An earlier attempt of this call, or the call that it continues, may already have taken effect. */
  replayPossible: boolean;
  /**
   * Whether the criteria were evaluated. `false`: none were sent, or the record had already been
   * received through this token. `'unknown'`: it is `alreadyClaimed`, perhaps by an earlier attempt
   * of this call or by the call that it continues, which evaluated them.
   */
  acceptanceEvaluated: boolean | 'unknown';
}

type ShareSettings = Pick<Settings, 'baseUrl' | 'shareOrigins' | 'pendingTimeoutMs'>;

const RECEIVE_OPTIONS = (): OptionTable<ReceiveShareOptions> => ({
  ...CALL_OPTIONS(),
  acceptance: anything,
  collect: flag,
  earlierOutcome: kindOf(
    '"unknown"; leave it out on a first receive',
    (value) => value === 'unknown',
  ),
  pendingTimeoutMs: pendingTimeKind(),
});

/** What a 400 without details means if every reading of the service can read the phone (spec §4.6). */
const OWN_TOKEN = {
  INVALID_ARGUMENT: 'a share token of your own organization: collect your own record instead',
} as const;

/** Checks the options, and puts the criteria among them as they are sent. */
function checkedReceive(options: ReceiveShareOptions): ReceiveShareOptions {
  const given = checkedOptions(RECEIVE_OPTIONS, options, { operation: 'shares.receive' });
  const { acceptance } = given;
  if (acceptance === undefined) return given;
  return { ...given, acceptance: plainCriteria(acceptance, 'shares.receive') };
}

function evaluated(
  { data, replayPossible }: Answer<ReceiveShareData>,
  criteriaSent: boolean,
): boolean | 'unknown' {
  if (!criteriaSent) return false;
  if (!data.alreadyClaimed) return true;
  return replayPossible ? 'unknown' : false;
}

/**
 * Records shared by others (spec §2.5, §4.6, §4.7).
 *
 * @example
 * ```ts
 * const { cdrId, alreadyClaimed } = await client.shares.receive(shareUrl);
 * ```
 */
export class Shares {
  readonly #send: Send;
  readonly #settings: ShareSettings;

  /** @internal */
  constructor(send: Send, settings: ShareSettings) {
    this.#send = send;
    this.#settings = settings;
    bindMethods(this);
  }

  #tokenOf(tokenOrShareUrl: unknown, operation?: Operation): string {
    const { baseUrl, shareOrigins: origins } = this.#settings;
    return parseShareToken(tokenOrShareUrl, { base: baseUrl(operation), origins }, operation);
  }

  /**
   * Receives a shared record into your account. **This is a billable act**, even without options:
   * the record is collected for the receiver (spec §4.6). Repeating it never charges twice. A
   * record that fails `acceptance` is refused with `CDR_ACCEPTANCE_FAILED`: not saved, not charged.
   * If the record is not yet rendered, the call waits for it.
   *
   * `tokenOrShareUrl`: a token, an absolute share URL on `baseUrl`'s origin or one of
   * `shareOrigins`, or its path. Only the token is taken, so white space and invisible marks around
   * it, doubled slashes, a query, percent-encoding, and `http` in place of `https` do no harm. A text
   * that means no value (`undefined`, `{{url}}`) is refused with the issue code `NO_VALUE`, a page of
   * the dashboard with `DASHBOARD_URL`, a share URL on any other origin with `FOREIGN_ORIGIN`; the
   * key is sent only to `baseUrl`.
   *
   * @example
   * ```ts
   * const { cdrId } = await client.shares.receive(lead.consentUrl, {
   *   acceptance: { schemaVersion: 1, leadMatch: { phone: lead.phone } },
   *   deadlineMs: 5_000,
   * });
   * ```
   */
  receive(tokenOrShareUrl: string, options: ReceiveShareOptions = {}): CallPromise<ReceiveReceipt> {
    return callPromise(async () => {
      const given = checkedReceive(options);
      const { acceptance, collect, earlierOutcome } = given;
      const token = this.#tokenOf(tokenOrShareUrl, 'shares.receive');
      const inputs = { params: { token }, body: { collect, acceptance } };
      const call = endpointCall(endpoints.receiveShare, inputs);
      const pendingTimeoutMs = given.pendingTimeoutMs ?? this.#settings.pendingTimeoutMs;
      const earlierDoubt = earlierOutcome !== undefined;
      const hints = hasReadablePhone(acceptance) ? OWN_TOKEN : endpoints.receiveShare.hints;
      const outgoing = { ...call, hints, pendingTimeoutMs, earlierDoubt };
      const answer = await this.#send(outgoing, callOptionsOf(given));
      const { replayPossible } = answer;
      const acceptanceEvaluated = evaluated(answer, acceptance !== undefined);
      return { ...answer, data: { ...answer.data, replayPossible, acceptanceEvaluated } };
    });
  }

  /**
   * Returns the token of a share URL, of its path, or the token itself: the same text for every
   * spelling of one link, so you can use it as a unique key. Sends nothing. The token is a bearer
   * credential (spec §2.5): unless you need to read it again, store its SHA-256.
   *
   * @throws InvalidInputError, as `receive` does, if the input is not a share link or is one on a
   * foreign origin.
   *
   * @example
   * ```ts
   * const token = client.shares.tokenOf(lead.consentUrl);
   * ```
   */
  tokenOf(tokenOrShareUrl: string): string {
    return fromCallerNow(unbound(this, 'tokenOf'), () => this.#tokenOf(tokenOrShareUrl));
  }

  /**
   * Checks acceptance criteria as `receive` does before it sends anything. Sends nothing.
   *
   * @throws InvalidInputError at the paths that the service would report.
   *
   * @example
   * ```ts
   * client.shares.checkAcceptance({ schemaVersion: 1, record: { maxAgeSeconds: 3_600 } });
   * ```
   */
  checkAcceptance(acceptance: AcceptanceCriteria): void {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- looked for on the stack, not called
    fromCallerNow(this.checkAcceptance, () => plainCriteria(acceptance));
  }

  /**
   * Returns the dashboard URL for a person who will receive the record there (spec §4.7): the target
   * of the share URL's redirect, which is not followed. Sends no key, charges nothing, and does not
   * tell whether the token is valid. The URL contains the token: treat it as a credential.
   *
   * @example
   * ```ts
   * const page = await client.shares.dashboardUrl(shareUrl);
   * ```
   */
  dashboardUrl(tokenOrShareUrl: string, options?: CallOptions): CallPromise<string> {
    return callPromise(async () => {
      const given = checkedCall(options, 'shares.dashboardUrl');
      const token = this.#tokenOf(tokenOrShareUrl, 'shares.dashboardUrl');
      const call = endpointCall(endpoints.openShare, { params: { token } });
      return this.#send({ ...call, read: readDashboardUrl }, given);
    });
  }
}
