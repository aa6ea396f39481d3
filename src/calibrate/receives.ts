import type { AcceptanceCriteria, DisclosureCriteria } from '../contract/acceptance.ts';
import type { Answer } from './answer.ts';
import { type Ask, MADE_UP } from './ask.ts';
import { CalibrationError } from './calibration-error.ts';
import type { ReceiveState } from './guard.ts';
import { NotMeasured, notMeasured } from './not-measured.ts';
import { cdrPath, type Records } from './records.ts';
import { refusingCriteria } from './refusal.ts';
import type { Tokens } from './tokens.ts';

/** Criteria of a receive besides the rule that refuses it. */
export interface ReceiveParts {
  readonly record?: AcceptanceCriteria['record'];
  readonly disclosure?: DisclosureCriteria;
  readonly leadMatch?: AcceptanceCriteria['leadMatch'];
}

/** How a receive is sent. */
export interface ReceiveOptions {
  readonly as?: 'sender' | 'receiver';
  readonly collect?: boolean;
  /** Whether to use the older path. */
  readonly claim?: boolean;
}

interface ReceivesOptions {
  readonly ask: (ask: Ask) => Promise<Answer>;
  readonly phrase: string;
  readonly tokens: Tokens;
  readonly records: Records;
  /** The guard's view of the receives. */
  readonly state: ReceiveState;
}

/** Returns whether a receive may have taken effect: it was neither refused nor is it pending. */
export function isTaken({ status, code, json, data }: Answer): boolean {
  if (data !== undefined) return true;
  return status >= 200 && status < 300 && (json === undefined || code === undefined);
}

function taken(what: string, cdrId?: string): never {
  const record = cdrId === undefined ? 'a made-up token' : `the record ${cdrId}`;
  const message = `the service let a receive through that it must refuse (${what}, of ${record}); the run ended at once, so nothing else was received. The sender has access to each record that is received, and it passes on at no charge (spec §4.6 rule 9)`;
  throw new CalibrationError('received', message);
}

/**
 * Sends the receives of a run. All must be refused. The first is a probe of a record whose access
 * passes on; if any receive succeeds, the run ends, so that at most one can take effect.
 */
export class Receives {
  readonly #options: ReceivesOptions;
  #repeat: Promise<Answer> | undefined;

  constructor(options: ReceivesOptions) {
    this.#options = options;
  }

  /** Sends a receive that must be refused, after the probe. */
  async send(
    token: string,
    parts: ReceiveParts = {},
    options: ReceiveOptions = {},
  ): Promise<Answer> {
    this.#needOpen();
    await this.#probe();
    return this.#refused(token, parts, options);
  }

  /** Sends a receive of a token that does not exist, with any body. */
  async sendMadeUp(body: unknown): Promise<Answer> {
    this.#needOpen();
    // Without a record for the probe, only made-up tokens are received, which hand over nothing.
    await this.#probe().catch((error: unknown) => {
      if (!(error instanceof NotMeasured)) throw error;
    });
    this.#needOpen();
    const path = `/v1/shares/${MADE_UP}-token`;
    const answer = await this.#options.ask({ as: 'receiver', method: 'POST', path, body });
    return isTaken(answer) ? this.#end(answer) : answer;
  }

  /** Sends the repeat of a receive, once. It is the last receive of the run. */
  repeat(): Promise<Answer> {
    return (this.#repeat ??= this.#sendRepeat());
  }

  async #sendRepeat(): Promise<Answer> {
    const { tokens, state } = this.#options;
    const token = await tokens.given('receivedToken');
    this.#needOpen();
    await this.#probe();
    const sent = this.#post(token, {}, {});
    const answer = await sent.finally(() => {
      state.isOver = true;
    });
    const isRepeat = answer.data?.['alreadyClaimed'] === true;
    return isTaken(answer) && !isRepeat ? this.#end(answer, token) : answer;
  }

  #needOpen(): void {
    if (this.#options.state.isOver) notMeasured('an earlier receive may have succeeded');
  }

  async #probe(): Promise<void> {
    const { tokens, state } = this.#options;
    if (state.isProbed) return;
    const token = await tokens.any();
    state.probe = token;
    await this.#refused(token, {}, {});
    state.isProbed = true;
  }

  async #refused(token: string, parts: ReceiveParts, options: ReceiveOptions): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await this.#post(token, parts, options);
    } catch (error) {
      if (error instanceof NotMeasured) await this.#ruleOut(token);
      throw error;
    }
    if (isTaken(answer)) return this.#end(answer, token);
    if (answer.status === 408 || answer.status >= 500) await this.#ruleOut(token);
    return answer;
  }

  #post(token: string, parts: ReceiveParts, options: ReceiveOptions): Promise<Answer> {
    const { ask, phrase } = this.#options;
    const { as = 'receiver', collect, claim = false } = options;
    const path = `/v1/shares/${encodeURIComponent(token)}${claim ? '/claim' : ''}`;
    const acceptance = refusingCriteria(phrase, parts);
    const body = { acceptance, ...(collect !== undefined && { collect }) };
    return ask({ as, method: 'POST', path, body });
  }

  /** Ends the run unless the receiver certainly does not hold the record after a lost response. */
  async #ruleOut(token: string): Promise<void> {
    const { ask, tokens, records, state } = this.#options;
    const cdrId = tokens.cdrIdOf(token);
    if (cdrId === undefined || !(await records.isUnheld(cdrId))) return;
    state.isOver = true;
    const read = await ask({ as: 'receiver', method: 'GET', path: cdrPath(cdrId) });
    if (read.data !== undefined) taken('its response was lost', cdrId);
    if (read.code !== 'NOT_FOUND') notMeasured('whether a receive without a response succeeded');
    state.isOver = false;
  }

  #end({ status }: Answer, token?: string): never {
    const { tokens, state } = this.#options;
    state.isOver = true;
    return taken(`status ${status}`, token === undefined ? undefined : tokens.cdrIdOf(token));
  }
}
