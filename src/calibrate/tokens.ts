import type { Clock } from '../clock.ts';
import type { AskService } from './account.ts';
import type { Answer } from './answer.ts';
import { TOKEN_LIFE_MAX_MS } from './guard.ts';
import { notMeasured } from './not-measured.ts';
import { cdrPath, type Records } from './records.ts';
import type { Tier } from './tier.ts';

/** A share token of the sender, optionally with its record. */
export interface GivenToken {
  /** The token, or its share URL. */
  readonly token: string;
  /** The record of the token. With it, tier 2 can also measure what depends on the text of a record. */
  readonly cdrId?: string | undefined;
}

/** A created token is used for half of its lifetime, so that it does not expire during a probe. */
const USED_FOR_MS = TOKEN_LIFE_MAX_MS / 2;

interface TokensOptions {
  readonly ask: AskService;
  readonly clock: Clock;
  readonly tier: Tier;
  readonly given: readonly GivenToken[];
  readonly records: Records;
  /** The guard's lists. */
  readonly known: { readonly tokens: Set<string>; readonly shareable: Set<string> };
}

/** The share tokens for receives: created from tier 3 on, otherwise those that were passed in. */
export class Tokens {
  readonly #options: TokensOptions;
  readonly #made = new Map<string, { readonly token: string; readonly at: number }>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Returns a token of this record, which the sender has paid for. */
  async of(cdrId: string): Promise<string> {
    const { tier, clock, given } = this.#options;
    if (tier < 3) {
      const found = given.find((each) => each.cdrId === cdrId);
      return found?.token ?? notMeasured('none of the given tokens is for this record');
    }
    const made = this.#made.get(cdrId);
    if (made !== undefined && clock.now() - made.at < USED_FOR_MS) return made.token;
    const { answer, token } = await this.share(cdrId, TOKEN_LIFE_MAX_MS);
    if (token === undefined) notMeasured(`a share returned ${answer.status}`);
    this.#made.set(cdrId, { token, at: clock.now() });
    return token;
  }

  /** Returns a token of any record that the sender has paid for. */
  async any(): Promise<string> {
    const { tier, given, records } = this.#options;
    if (tier < 3) {
      return given[0]?.token ?? notMeasured('no share token was given; tier 3 creates its own');
    }
    return this.of((await records.pick('record', () => true)).cdrId);
  }

  /** Shares a record and adds the token to the guard's list. */
  async share(
    cdrId: string,
    expiresInMs: number,
  ): Promise<{ readonly answer: Answer; readonly token: string | undefined }> {
    const { ask, known } = this.#options;
    known.shareable.add(cdrId);
    const path = `${cdrPath(cdrId)}/share`;
    const answer = await ask({ as: 'sender', method: 'POST', path, body: { expiresInMs } });
    const token = answer.data?.['token'];
    if (typeof token !== 'string' || token === '') return { answer, token: undefined };
    known.tokens.add(token);
    return { answer, token };
  }
}
