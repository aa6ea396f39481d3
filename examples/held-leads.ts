// Continues the held leads of an intake on a timer, and says which of them need a person.
import type { LeadDecision, LeadIntake } from 'consent-evidence/intake';

const EVERY_MS = 30_000;

/** Our key or account is wrong, or no call can find out whether the lead was paid for. */
function callSomeone(made: LeadDecision): void {
  const isStuck = made.decision === 'hold' && made.nextAttemptAt === undefined;
  if (made.decision !== 'fix' && !isStuck) return;
  console.error('call someone:', made.source, made.leadId, made.code, made.message);
}

/** Continues the leads that are due, until `close`, which waits for the pass in progress. */
export function resumeOnTimer<Tx>(intake: LeadIntake<Tx>) {
  const closing = new AbortController();
  let pass: Promise<LeadDecision[]> | undefined;

  async function goOn(): Promise<LeadDecision[]> {
    const decisions = await intake.resume({ signal: closing.signal });
    decisions.forEach(callSomeone);
    return decisions;
  }
  /** One pass at a time: on the timer, or on demand after a repair. */
  const resume = (): Promise<LeadDecision[]> => {
    pass ??= goOn().finally(() => {
      pass = undefined;
    });
    return pass;
  };
  const timer = setInterval(() => void resume().catch(console.error), EVERY_MS);

  async function close(): Promise<void> {
    clearInterval(timer);
    closing.abort();
    await pass?.catch(console.error);
  }
  return { resume, close };
}
