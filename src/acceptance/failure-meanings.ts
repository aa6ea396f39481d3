import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../contract/acceptance-codes.ts';
import type { Meaning } from '../errors/code-meanings.ts';
import { type AcceptanceRemedy, explainFailures } from './explain.ts';

const REMEDIES: Readonly<Record<AcceptanceRemedy, string>> = {
  ask_producer: 'Refuse the lead and tell the producer, who may correct it. Nothing was charged.',
  not_possible: 'Refuse the lead. No one can correct it. Nothing was charged.',
  unknown: 'Refuse the lead. Nothing was charged.',
};

function meaningOf(code: KnownAcceptanceFailureCode): Meaning {
  const failure = { ruleId: 'rule', status: ACCEPTANCE_FAILURE_STATUS[code], code };
  const [explained] = explainFailures([failure], { schemaVersion: 1 });
  if (explained === undefined) throw new Error(`${code} has no explanation`);
  // An explanation begins with its rule, which a code alone does not have.
  const words = explained.words.replace('rule: ', '');
  const cause = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return { cause, next: REMEDIES[explained.remedy] };
}

const CODES = Object.keys(ACCEPTANCE_FAILURE_STATUS) as KnownAcceptanceFailureCode[];

/** The codes of failed rules (spec §7.1), in the words of `explainFailures`. */
export const FAILURE_MEANINGS = Object.fromEntries(
  CODES.map((code) => [code, meaningOf(code)]),
) as Readonly<Record<KnownAcceptanceFailureCode, Meaning>>;
