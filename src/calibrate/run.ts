import type { Clock } from '../platform/clock.ts';
import type { RawReply } from '../transport/raw-call.ts';
import { type Account, type AskService, listPath } from './account.ts';
import { type Answer, listOf, membersOf } from './answer.ts';
import type { Party } from './ask.ts';
import type { Materials } from './materials.ts';
import { NotMeasured, notMeasured } from './not-measured.ts';
import type { Observed } from './observed.ts';
import type { ReceiveOptions, ReceiveParts, Receives } from './receives.ts';
import type { Records, Specimen } from './records.ts';
import type { Tier } from './tier.ts';
import type { Tokens } from './tokens.ts';

/** What the probes of a run use. */
export interface RunParts {
  readonly tier: Tier;
  readonly ask: AskService;
  readonly download: (url: string) => Promise<RawReply>;
  readonly clock: Clock;
  readonly phrase: string;
  readonly account: Account;
  readonly receiverAccount: Account;
  readonly records: Records;
  readonly tokens: Tokens;
  readonly materials: Materials;
  readonly observed: Observed;
  readonly receives: Receives;
  /** Waits until an instant, within `maxWaitMs`. */
  readonly waitUntil: (at: number) => Promise<void>;
}

/** One run of a calibration, as its probes see it. */
export class Run {
  readonly tier: Tier;
  readonly ask: AskService;
  readonly download: RunParts['download'];
  readonly clock: Clock;
  readonly phrase: string;
  /** The sender's account. */
  readonly account: Account;
  readonly receiverAccount: Account;
  readonly records: Records;
  readonly tokens: Tokens;
  readonly materials: RunParts['materials'];
  readonly observed: Observed;
  readonly receives: Receives;
  readonly waitUntil: RunParts['waitUntil'];

  constructor(parts: RunParts) {
    this.tier = parts.tier;
    this.ask = parts.ask;
    this.download = parts.download;
    this.clock = parts.clock;
    this.phrase = parts.phrase;
    this.account = parts.account;
    this.receiverAccount = parts.receiverAccount;
    this.records = parts.records;
    this.tokens = parts.tokens;
    this.materials = parts.materials;
    this.observed = parts.observed;
    this.receives = parts.receives;
    this.waitUntil = parts.waitUntil;
  }

  /** Sends a GET with a key. */
  get(path: string, query: Readonly<Record<string, string>> = {}, as: Party = 'sender') {
    return this.ask({ as, method: 'GET', path, query });
  }

  /** Reads a page of one of the sender's domains. */
  list(domainId: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.get(listPath(domainId), query);
  }

  /** Returns the sender's domains with that many listed records, the one with the most first. */
  domains(atLeast = 1): string[] {
    const counts = new Map<string, number>();
    for (const { domainId } of this.account.entries) {
      counts.set(domainId, (counts.get(domainId) ?? 0) + 1);
    }
    const enough = [...counts].filter(([, count]) => count >= atLeast);
    return enough.sort(([, a], [, b]) => b - a).map(([domainId]) => domainId);
  }

  /** Returns the sender's domain with the most listed records. */
  domain(atLeast = 1): string {
    const [first] = this.domains(atLeast);
    return first ?? notMeasured(`the sender has no domain with ${atLeast} records`);
  }

  /** Sends a receive that must be refused. */
  receive(token: string, parts?: ReceiveParts, options?: ReceiveOptions): Promise<Answer> {
    return this.receives.send(token, parts, options);
  }

  /** Sends a receive of a token that does not exist, with any body. */
  receiveNothing(body?: unknown): Promise<Answer> {
    return this.receives.sendMadeUp(body);
  }

  /** Sends a refused receive with these criteria and returns the code of each unmet rule. */
  async failures(specimen: Specimen, parts: ReceiveParts): Promise<Map<string, string>> {
    const answer = await this.receive(await this.tokens.of(specimen.cdrId), parts);
    return failuresOf(answer) ?? notMeasured(`a receive returned ${answer.status}`);
  }
}

/** Returns the unmet rules of a refusal with their codes; `undefined` if it is not a refusal. */
export function failuresOf({ status, code, error }: Answer): Map<string, string> | undefined {
  if (status !== 422 || code !== 'CDR_ACCEPTANCE_FAILED') return undefined;
  const failures = listOf(membersOf(error?.['details'])?.['failures']);
  return new Map(
    failures.map((each) => {
      const { ruleId, code: failure } = membersOf(each) ?? {};
      return [String(ruleId), String(failure)];
    }),
  );
}

/** Returns whether an error only says that something cannot be measured. */
export function isNotMeasured(error: unknown): error is NotMeasured {
  return error instanceof NotMeasured;
}
