import type { Clock } from '../platform/clock.ts';
import type { AskService } from './account.ts';
import type { Answer } from './answer.ts';
import type { GivenToken } from './given-token.ts';
import { TOKEN_LIFE_MAX_MS } from './guard.ts';
import type { Materials } from './materials.ts';
import { notMeasured } from './not-measured.ts';
import { cdrPath, type Records } from './records.ts';
import type { Tier } from './tier.ts';

/** A created token is used for half of its lifetime, so that it does not expire during a probe. */
const USED_FOR_MS = TOKEN_LIFE_MAX_MS / 2;

interface TokensOptions {
  readonly ask: AskService;
  readonly clock: Clock;
  readonly tier: Tier;
  readonly given: readonly GivenToken[];
  readonly materials: Materials;
  readonly records: Records;
  /** The guard's lists. */
  readonly known: { readonly tokens: Set<string>; readonly shareable: Set<string> };
}

/**
 * The share tokens for receives: created from tier 3 on, otherwise those that were passed in. The guard
 * learns of a token only once its record was read: the sender's own, and collected.
 */
export class Tokens {
  readonly #options: TokensOptions;
  readonly #made = new Map<string, { readonly token: string; readonly at: number }>();
  readonly #cdrIds = new Map<string, string>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Returns the record of a token that {@link Tokens} handed out. */
  cdrIdOf(token: string): string | undefined {
    return this.#cdrIds.get(token);
  }

  /** Returns a token of this record. @throws NotMeasured unless its access passes on. */
  async of(cdrId: string): Promise<string> {
    const { tier, clock, given } = this.#options;
    if (tier < 3) {
      const found = given.find((each) => each.cdrId === cdrId);
      if (found === undefined) notMeasured('none of the given tokens is for this record');
      return this.#receivable(found);
    }
    const made = this.#made.get(cdrId);
    if (made !== undefined && clock.now() - made.at < USED_FOR_MS) return made.token;
    const { answer, token } = await this.shareFor(cdrId, TOKEN_LIFE_MAX_MS);
    if (token === undefined) notMeasured(`a share returned ${answer.status}`);
    this.#made.set(cdrId, { token, at: clock.now() });
    return token;
  }

  /** Returns a token of any record that the sender has paid for and the receiver does not hold. */
  async any(): Promise<string> {
    const { tier, given, records } = this.#options;
    if (tier < 3 && given.length === 0) {
      notMeasured('no share token was given; tier 3 creates its own');
    }
    const isUsable = ({ cdrId }: { cdrId: string }): boolean =>
      tier >= 3 || given.some((each) => each.cdrId === cdrId);
    const what = tier >= 3 ? 'record' : 'record of a given token';
    return this.of((await records.pick(what, isUsable)).cdrId);
  }

  /** Returns a token of `materials`. @throws NotMeasured unless its record's access passes on. */
  given(name: 'expiredToken' | 'receivedToken' | 'secondTokenOfAHeldRecord'): Promise<string> {
    const given = this.#options.materials[name];
    return this.#receivable(given ?? notMeasured(`materials.${name} was not given`));
  }

  /** Shares a record. */
  async share(
    cdrId: string,
    expiresInMs: number,
  ): Promise<{ readonly answer: Answer; readonly token: string | undefined }> {
    const { ask, known } = this.#options;
    known.shareable.add(cdrId);
    const path = `${cdrPath(cdrId)}/share`;
    const answer = await ask({ as: 'sender', method: 'POST', path, body: { expiresInMs } });
    const token = answer.data?.['token'];
    return { answer, token: typeof token === 'string' && token !== '' ? token : undefined };
  }

  /** Shares a record for a receive, even if the token expires at once. */
  async shareFor(cdrId: string, expiresInMs: number) {
    const { answer, token } = await this.share(cdrId, expiresInMs);
    if (token !== undefined) await this.#receivable({ token, cdrId });
    return { answer, token };
  }

  async #receivable({ token, cdrId }: GivenToken): Promise<string> {
    const { records, known } = this.#options;
    if (!(await records.passesOn(cdrId))) {
      notMeasured('the record of this token is not one that the sender captured and paid for');
    }
    // Asked before any receive, to see later whether one without a response took effect.
    await records.isUnheld(cdrId);
    known.tokens.add(token);
    this.#cdrIds.set(token, cdrId);
    return token;
  }
}
