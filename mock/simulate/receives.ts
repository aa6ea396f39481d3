import { type AcceptanceCriteria, acceptanceIssues } from '../../src/contract/acceptance.ts';

/** A receive that the program has sent. */
export interface SentReceive {
  readonly token: string;
  /** Its criteria; `undefined`: none that the service can read. */
  readonly criteria: AcceptanceCriteria | undefined;
  readonly at: number;
}

/** A charge that a process was told of by the answer of its own receive. */
export interface HeardCharge {
  readonly cdrId: string;
  readonly token: string;
  readonly process: object;
  /** The lead of this link that the same process has decided since. */
  lead: string | undefined;
}

function criteriaIn(body: string): AcceptanceCriteria | undefined {
  try {
    const { acceptance } = JSON.parse(body) as { acceptance?: AcceptanceCriteria };
    const isRead = acceptance !== undefined && acceptanceIssues(acceptance).length === 0;
    return isRead ? acceptance : undefined;
  } catch {
    return undefined;
  }
}

/** The receives of a world, and what the program was told of them. */
export class Receives {
  readonly #sent: SentReceive[] = [];
  readonly heard: HeardCharge[] = [];

  send(token: string, body: string, at: number): void {
    this.#sent.push({ token, criteria: criteriaIn(body), at });
  }

  of(token: string): readonly SentReceive[] {
    return this.#sent.filter((each) => each.token === token);
  }

  /** Records that the answer of a receive has reached its process. */
  hear(process: object, token: string, charged: readonly string[]): void {
    for (const cdrId of charged) this.heard.push({ cdrId, token, process, lead: undefined });
  }

  /** Records that a process has decided a lead of that link. */
  decide(process: object, token: string, leadId: string): void {
    for (const each of this.heard) {
      if (each.process === process && each.token === token) each.lead ??= leadId;
    }
  }
}
