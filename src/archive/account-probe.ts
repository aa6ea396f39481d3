import type { ArchiveProblem, MetRecord } from './archive-report.ts';
import type { ManifestWriter } from './manifest-writer.ts';
import { problemOf } from './problem-of.ts';
import { checkAccount, type TakeTools } from './take-record.ts';

/** So many known records are asked for the name of their account. */
const ASKED_MAX = 3;

/** Why a known record did not say whose it is. */
export interface Unanswered {
  readonly error: unknown;
  readonly problem: ArchiveProblem;
  /** Whether it is to be told: that one record vanished is not, as long as the next one may answer. */
  readonly isTold: boolean;
}

/** Looks once in a run, by a record that the vault has, whose records the key reads. */
export class AccountProbe {
  readonly #tools: TakeTools;
  readonly #writer: ManifestWriter;
  /** How many known records were asked in vain. */
  #unanswered = 0;

  constructor(tools: TakeTools, writer: ManifestWriter) {
    this.#tools = tools;
    this.#writer = writer;
  }

  /** Asks for this record, unless the account is known. Returns why it is not known after that. */
  async ask({ cdrId, domainId }: MetRecord): Promise<Unanswered | undefined> {
    const { account, clock } = this.#tools;
    if (account.isChecked || this.#unanswered === ASKED_MAX) return undefined;
    try {
      await checkAccount(this.#tools, cdrId);
      const organizationName = account.unsaid();
      if (organizationName === undefined) return undefined;
      await this.#writer.add({ kind: 'account', organizationName, at: clock.now() });
      return undefined;
    } catch (error) {
      const problem = problemOf(error, { cdrId, domainId });
      this.#unanswered += 1; // the next record may tell
      const isTold = problem.kind !== 'vanished' || this.#unanswered === ASKED_MAX;
      return { error, problem, isTold };
    }
  }
}
