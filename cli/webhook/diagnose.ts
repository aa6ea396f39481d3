import type { Finding } from './examine-webhook.ts';
import { mistakeOfStatus, singleMistakeOf } from './likely-mistakes.ts';
import { WEBHOOK_PROBES } from './webhook-probes.ts';

/** The findings, and their common cause if there is one. */
export interface Diagnosis {
  /** The one mistake behind everything that failed. */
  readonly cause?: string;
  /** Whether a genuine delivery was accepted. */
  readonly accepts: boolean;
  readonly findings: readonly Finding[];
}

const GENUINE: ReadonlySet<string> = new Set(
  WEBHOOK_PROBES.filter(({ expects }) => expects === 'accept').map(({ name }) => name),
);

const isRefusal = (answer: string): boolean => /^4(?!04|05)\d\d$/.test(answer);
const isTaken = ({ verdict }: Finding): boolean => verdict === 'pass' || verdict === 'warn';

const CLOCK_BEHIND =
  'the receiver’s clock is over 300 s behind, so new deliveries are in its future';
const NOT_VERIFIED =
  'the receiver has a different secret; it computes the signature over something other than "<timestamp>.<raw body>"; or its clock is over 300 s ahead';

const REFUSED_LATER =
  'the signature is verified, and then something else refuses the event: a schema that not every event fits, or your own checks; or the receiver’s clock is over 300 s ahead';
const VALIDATED_FIRST =
  'a validation of the request refuses it, perhaps before the signature is checked: the raw body must reach the handler';

/** Checks whether the receiver takes what is old and refuses what is new. */
function isClockBehind(genuine: readonly Finding[]): boolean {
  const old = genuine.find(({ probe }) => probe === '299 s old');
  const others = genuine.filter((each) => each !== old);
  return old?.verdict === 'pass' && others.every(({ answer }) => isRefusal(answer));
}

/** Why all genuine deliveries are refused, judged by what a forged one gets. */
function refusalOf({ answer }: Finding, forged: string | undefined): string {
  const isForgedRefused = forged !== undefined && isRefusal(forged);
  if (isForgedRefused && forged !== answer) return REFUSED_LATER;
  return answer === '422' ? VALIDATED_FIRST : NOT_VERIFIED;
}

/** `undefined` if a new delivery is accepted. */
function causeOf(genuine: readonly Finding[], forged: string | undefined): string | undefined {
  if (isClockBehind(genuine)) return CLOCK_BEHIND;
  const [first] = genuine;
  if (first === undefined || genuine.some(isTaken)) return undefined;
  const told = mistakeOfStatus(Number(first.answer));
  if (told !== undefined) return told;
  return genuine.every(({ answer }) => isRefusal(answer))
    ? refusalOf(first, forged)
    : first.mistake;
}

/** A receiver that accepts nothing new proves nothing by refusing forged deliveries. */
function withoutWorth(finding: Finding): Finding {
  if (finding.verdict !== 'pass' || !isRefusal(finding.answer)) return finding;
  const meaning = 'proves nothing, because genuine deliveries are refused too';
  return { ...finding, verdict: 'skip', meaning };
}

function withoutMistake({ mistake: _, ...finding }: Finding): Finding {
  return finding;
}

/** Names one mistake once if it explains everything that failed. */
function explainFailures(findings: readonly Finding[]): Diagnosis {
  const failed = findings.filter(({ verdict }) => verdict === 'fail');
  const cause = singleMistakeOf(failed.map(({ probe }) => probe));
  if (cause === undefined) return { accepts: true, findings };
  const explained = findings.map((each) => (failed.includes(each) ? withoutMistake(each) : each));
  return { accepts: true, cause, findings: explained };
}

/**
 * Names the common cause once, if there is one. Otherwise each finding would name a mistake of its
 * own.
 */
export function diagnose(findings: readonly Finding[]): Diagnosis {
  const genuine = findings.filter(({ probe }) => GENUINE.has(probe));
  const forged = findings.find(({ probe }) => probe === 'wrong secret')?.answer;
  const cause = causeOf(genuine, forged);
  if (cause === undefined) return explainFailures(findings);
  const failures = new Set(genuine.map(({ answer }) => answer));
  const hasThisCause = ({ probe, verdict, answer, mistake }: Finding): boolean =>
    GENUINE.has(probe) ||
    mistake === cause ||
    (verdict === 'warn' && failures.has(answer)) ||
    (cause === CLOCK_BEHIND && probe === '301 s old');
  const explained = findings.map((each) => (hasThisCause(each) ? withoutMistake(each) : each));
  return { accepts: false, cause, findings: explained.map(withoutWorth) };
}
