import type { Finding } from './examine-webhook.ts';
import { mistakeOfStatus } from './mistake-of-status.ts';
import { WEBHOOK_PROBES } from './webhook-probes.ts';

/** The findings, and their common cause if there is one. */
export interface Diagnosis {
  /** Why new deliveries are not accepted. */
  readonly cause?: string;
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

/** Checks whether the receiver takes what is old and refuses what is new. */
function isClockBehind(genuine: readonly Finding[]): boolean {
  const old = genuine.find(({ probe }) => probe === '299 s old');
  const others = genuine.filter((each) => each !== old);
  return old?.verdict === 'pass' && others.every(({ answer }) => isRefusal(answer));
}

/** `undefined` if a new delivery is accepted. */
function causeOf(genuine: readonly Finding[]): string | undefined {
  if (isClockBehind(genuine)) return CLOCK_BEHIND;
  const [first] = genuine;
  if (first === undefined || genuine.some(isTaken)) return undefined;
  const told = mistakeOfStatus(Number(first.answer));
  if (told !== undefined) return told;
  return genuine.every(({ answer }) => isRefusal(answer)) ? NOT_VERIFIED : first.mistake;
}

/** A receiver that accepts nothing new proves nothing by refusing forged deliveries. */
function withoutWorth(finding: Finding): Finding {
  if (finding.verdict !== 'pass' || !isRefusal(finding.answer)) return finding;
  const meaning = 'proves nothing, because genuine deliveries are refused too';
  return { ...finding, verdict: 'skip', meaning };
}

/**
 * Names the common cause once if new deliveries are not accepted. Otherwise each finding would name
 * a mistake of its own.
 */
export function diagnose(findings: readonly Finding[]): Diagnosis {
  const genuine = findings.filter(({ probe }) => GENUINE.has(probe));
  const cause = causeOf(genuine);
  if (cause === undefined) return { findings };
  const failures = new Set(genuine.map(({ answer }) => answer));
  const hasThisCause = ({ probe, verdict, answer, mistake }: Finding): boolean =>
    GENUINE.has(probe) ||
    mistake === cause ||
    (verdict === 'warn' && failures.has(answer)) ||
    (cause === CLOCK_BEHIND && probe === '301 s old');
  const explained = findings.map((each) => {
    if (!hasThisCause(each)) return each;
    const { mistake: _, ...rest } = each;
    return rest;
  });
  return { cause, findings: explained.map(withoutWorth) };
}
