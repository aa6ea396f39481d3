import { WARNING_MEANINGS } from '../../../src/acceptance/warning-meanings.ts';
import { acceptanceIssues } from '../../../src/contract/acceptance.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import {
  type AcceptanceCriteria,
  type AcceptanceWarning,
  lintAcceptance,
} from '../../../src/index.ts';
import type { Issue } from '../../../src/options/issue.ts';
import { act } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import type { LintFlags } from './criteria-flags.ts';
import { readCriteriaFile } from './read-criteria.ts';

function refuseUnknown(allowed: readonly string[]): void {
  if (allowed.every((code) => Object.hasOwn(WARNING_MEANINGS, code))) return;
  const codes = Object.keys(WARNING_MEANINGS).join(', ');
  throw invalidInput('--allow', `expected one of ${codes}`);
}

function lineOf({ path, message }: Pick<Issue, 'path' | 'message'>, kind: string): string {
  return `${kind}  ${path === '' ? 'the criteria' : path}: ${message}`;
}

function lint(file: string, criteria: unknown, allowed: readonly string[]): Finding {
  const issues = acceptanceIssues(criteria);
  const all = issues.length > 0 ? [] : lintAcceptance(criteria as AcceptanceCriteria);
  const isAllowed = ({ code }: AcceptanceWarning): boolean => allowed.includes(code);
  const warnings = all.filter((each) => !isAllowed(each));
  const ok = issues.length === 0 && warnings.length === 0;
  const lines = [
    ...issues.map((issue) => lineOf(issue, 'REFUSED')),
    ...warnings.map((warning) => `${lineOf(warning, 'WARNING')} (${warning.code})`),
    ...all.filter(isAllowed).map((warning) => `${lineOf(warning, 'ALLOWED')} (${warning.code})`),
  ];
  const text = ok ? [...lines, `${file}: nothing was found`] : lines;
  return { ok, data: { file, issues, warnings }, text: text.join('\n') };
}

/**
 * Reports what the service would refuse in the criteria or, if nothing, what is valid but probably
 * unintended.
 */
export async function runLint(file: string, { allow, json }: LintFlags): Promise<void> {
  await act('criteria lint', json, async () => {
    refuseUnknown(allow);
    return lint(file, await readCriteriaFile('file', file), allow);
  });
}
