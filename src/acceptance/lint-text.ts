import type { DisclosureCriteria } from '../contract/acceptance.ts';
import type { ForbiddenTextRule, RequiredTextRule } from '../contract/text-rules.ts';
import { normalizeText } from './match-text.ts';
import { phraseFinder } from './phrase-finder.ts';
import { phraseFlaw } from './phrase-flaw.ts';
import { DEFAULT_ACCEPTANCE_READINGS } from './readings.ts';
import type { AcceptanceWarning } from './warning.ts';

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’′]/g, "'"],
  [/[“”″]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/…/g, '...'],
];

function normalized(phrase: string): string {
  return normalizeText(phrase, DEFAULT_ACCEPTANCE_READINGS);
}

function plain(text: string): string {
  return PLAIN.reduce((each, [typographic, typed]) => each.replace(typographic, typed), text);
}

/** Warns about phrases that match only text with the same typography, such as pasted ones. */
function typographicAlone(list: string, rules: readonly ForbiddenTextRule[]): AcceptanceWarning[] {
  return rules.flatMap(({ ruleId, anyOf }, index) => {
    const phrases = anyOf.map(normalized);
    return phrases.flatMap((phrase, at): AcceptanceWarning[] => {
      if (phrases.includes(plain(phrase))) return [];
      const message =
        'matches only the same typographic quotes, primes, dashes or ellipses; add the phrase with ' +
        'plain ones to anyOf';
      const path = `disclosure.${list}.${index}.anyOf.${at}`;
      return [{ code: 'TYPOGRAPHIC_PHRASE_ALONE', path, ruleId, message }];
    });
  });
}

/** Warns about phrases that no text of a page contains, such as source code that was pasted. */
function unmatchable(list: string, rules: readonly ForbiddenTextRule[]): AcceptanceWarning[] {
  return rules.flatMap(({ ruleId, anyOf }, index) =>
    anyOf.flatMap((phrase, at): AcceptanceWarning[] => {
      const flaw = phraseFlaw(phrase);
      if (flaw === undefined) return [];
      const path = `disclosure.${list}.${index}.anyOf.${at}`;
      const message = `${flaw}, so no page contains it; write the phrase as a reader sees it`;
      return [{ code: 'UNMATCHABLE_PHRASE', path, ruleId, message }];
    }),
  );
}

interface Ban {
  readonly ruleId: string;
  /** Returns whether every text that matches the required phrase also matches the forbidden one. */
  covers(required: string, match: RequiredTextRule['match']): boolean;
}

function bansOf(rules: readonly ForbiddenTextRule[]): Ban[] {
  return rules.flatMap(({ ruleId, anyOf, match }) =>
    anyOf.map(normalized).map((forbidden): Ban => {
      if (match === 'exact') {
        return {
          ruleId,
          covers: (required, how) => how === 'exact' && required === forbidden,
        };
      }
      return { ruleId, covers: phraseFinder(forbidden) };
    }),
  );
}

/** Warns about required phrases that no accepted record can contain. */
function forbiddenPhrases(
  rules: readonly RequiredTextRule[],
  bans: readonly Ban[],
): AcceptanceWarning[] {
  return rules.flatMap((rule, index) => {
    const barred = rule.anyOf
      .map(normalized)
      .map((phrase) => bans.find((ban) => ban.covers(phrase, rule.match)));
    const effect = barred.every((ban) => ban !== undefined)
      ? 'these criteria refuse every record'
      : 'it can never help a record pass';
    return barred.flatMap((ban, at): AcceptanceWarning[] => {
      if (ban === undefined) return [];
      const path = `disclosure.requiredText.${index}.anyOf.${at}`;
      const message = `a text that contains this phrase is forbidden by the rule "${ban.ruleId}": ${effect}`;
      return [{ code: 'REQUIRED_PHRASE_FORBIDDEN', path, ruleId: rule.ruleId, message }];
    });
  });
}

/** Warns about the text rules. */
export function lintText({
  requiredText = [],
  forbiddenText = [],
}: DisclosureCriteria): AcceptanceWarning[] {
  return [
    ...forbiddenPhrases(requiredText, bansOf(forbiddenText)),
    ...typographicAlone('requiredText', requiredText),
    ...typographicAlone('forbiddenText', forbiddenText),
    ...unmatchable('requiredText', requiredText),
    ...unmatchable('forbiddenText', forbiddenText),
  ];
}
