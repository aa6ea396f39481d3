import type { ForbiddenTextRule, RequiredTextRule } from '../contract/text-rules.ts';
import type { DisclosureRule } from './disclosure-rule.ts';
import { type TextReadings, textMatcher } from './match-text.ts';

/** Returns a rule of `requiredText` (spec §2.7). With either scope, an empty list fails. */
export function requiredTextRule(rule: RequiredTextRule, readings: TextReadings): DisclosureRule {
  return {
    ruleId: rule.ruleId,
    withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE',
    judge(facts) {
      const texts = facts.normalizedTexts();
      const matches = textMatcher(rule.anyOf, rule.match ?? 'contains', readings);
      const met =
        rule.scope === 'every_disclosure'
          ? texts.length > 0 && texts.every(matches)
          : texts.some(matches);
      return met ? undefined : 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND';
    },
  };
}

/** Returns a rule of `forbiddenText` (spec §2.7). An empty list passes. */
export function forbiddenTextRule(rule: ForbiddenTextRule, readings: TextReadings): DisclosureRule {
  return {
    ruleId: rule.ruleId,
    withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE',
    judge(facts) {
      const matches = textMatcher(rule.anyOf, rule.match ?? 'contains', readings);
      return facts.normalizedTexts().some(matches) ? 'FORBIDDEN_DISCLOSURE_TEXT_FOUND' : undefined;
    },
  };
}
