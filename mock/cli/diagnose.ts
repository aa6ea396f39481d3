import type { Finding } from './examine-webhook.ts';
import { WEBHOOK_PROBES } from './webhook-probes.ts';

/** The findings, and their common cause if there is one. */
export interface Diagnosis {
  /** Why no genuine delivery is accepted. */
  readonly cause?: string;
  readonly findings: readonly Finding[];
}

const GENUINE: ReadonlySet<string> = new Set(
  WEBHOOK_PROBES.filter(({ expects }) => expects === 'accept').map(({ name }) => name),
);

const isRefusal = (answer: string): boolean => /^4(?!04|05)\d\d$/.test(answer);

function causeOf(genuine: readonly Finding[]): string {
  const [first] = genuine;
  if (!genuine.every(({ answer }) => isRefusal(answer))) return first?.mistake ?? '';
  return 'the receiver has a different secret, or computes the signature over something other than "<timestamp>.<raw body>"';
}

/** A receiver that accepts nothing proves nothing by refusing forged deliveries. */
function withoutWorth(finding: Finding, cause: string): Finding {
  if (GENUINE.has(finding.probe) || finding.mistake === cause) {
    const { mistake: _, ...rest } = finding;
    return rest;
  }
  if (finding.verdict !== 'pass' || !isRefusal(finding.answer)) return finding;
  const meaning = 'proves nothing, because genuine deliveries are refused too';
  return { ...finding, verdict: 'skip', meaning };
}

/**
 * Names the common cause once if no genuine delivery was accepted. Otherwise each finding would
 * name a mistake of its own.
 */
export function diagnose(findings: readonly Finding[]): Diagnosis {
  const genuine = findings.filter(({ probe }) => GENUINE.has(probe));
  const isTaken = ({ verdict }: Finding): boolean => verdict === 'pass' || verdict === 'warn';
  if (genuine.length === 0 || genuine.some(isTaken)) return { findings };
  const cause = causeOf(genuine);
  return { cause, findings: findings.map((each) => withoutWorth(each, cause)) };
}
