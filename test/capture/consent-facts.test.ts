import { describe, expect, it } from 'vitest';
import type { CapturedDisclosure, CaptureInput } from '../../mock/capture/capture-input.ts';
import { consentFactsOf } from '../../mock/capture/consent-facts.ts';
import { DISCLOSURE_TEXT_MAX_CHARS, DISCLOSURES_MAX } from '../../src/contract/limits.ts';
import { page } from './page.ts';

const derived = (disclosure: Partial<CapturedDisclosure>, changes: Partial<CaptureInput> = {}) =>
  consentFactsOf(page({ disclosures: [{ text: 'You may call me.', ...disclosure }], ...changes }))
    ?.disclosures[0];

describe('consent facts (spec §2.3)', () => {
  it('are absent when no submission was detected', () => {
    expect(consentFactsOf(page({ submit: null, disclosures: [{ text: 'Call me' }] }))).toBe(
      undefined,
    );
  });

  it('are there with an empty list when a submission was detected and no disclosure found', () => {
    expect(consentFactsOf(page())?.disclosures).toEqual([]);
  });

  it('name the control that was pressed, or a generated name where the page gives no name', () => {
    expect(consentFactsOf(page({ submit: { nodeId: 'node-7' } }))?.submitNodeId).toBe('node-7');
    expect(consentFactsOf(page())?.submitNodeId).toMatch(/./);
  });

  it('collapse white space of every kind and trim', () => {
    expect(derived({ text: ' You\n\tmay\u00a0 call\u2028me ' })?.text).toBe('You may call me');
  });

  it('cut the text at 5,000 characters after collapsing, never through a surrogate pair', () => {
    const text = `${'a  '.repeat(2000)}${'\u{1f600}'.repeat(3000)}`;
    const kept = derived({ text })?.text ?? '';
    expect(kept.length).toBe(DISCLOSURE_TEXT_MAX_CHARS);
    const odd = derived({ text: `b${text}` })?.text ?? '';
    expect(odd.length).toBe(DISCLOSURE_TEXT_MAX_CHARS - 1);
    expect(odd.endsWith('\u{1f600}')).toBe(true);
  });

  it('keep the first 50 disclosures', () => {
    const disclosures = Array.from({ length: 60 }, (_, index) => ({ text: `Wording ${index}` }));
    const kept = consentFactsOf(page({ disclosures }))?.disclosures ?? [];
    expect(kept).toHaveLength(DISCLOSURES_MAX);
    expect(kept.at(-1)?.text).toBe('Wording 49');
  });

  it('generate a key that no tagged disclosure bears', () => {
    const disclosures = [{ text: 'One' }, { key: 'disclosure-1', text: 'Two' }, { text: 'Three' }];
    const keys = consentFactsOf(page({ disclosures }))?.disclosures.map(({ key }) => key) ?? [];
    expect(keys[1]).toBe('disclosure-1');
    expect(new Set(keys).size).toBe(3);
  });

  it('leave the mechanism out, and nothing else, where it did not exist yet', () => {
    const fresh = derived({ checkbox: 'checked' });
    const old = derived({ checkbox: 'checked' }, { derivedBeforeMechanism: true });
    const { consentMechanism, ...rest } = fresh ?? {};
    expect(consentMechanism).toBe('checkbox');
    expect(old).toEqual(rest);
    expect(old).not.toHaveProperty('consentMechanism');
  });
});

describe('bound checkboxes (spec §2.3)', () => {
  it.each([
    ['checked', true, true, 'checkbox'],
    ['unchecked', true, false, 'checkbox'],
    [['checked', 'checked'], true, true, 'checkbox'],
    [['checked', 'unchecked'], true, false, 'checkbox'],
    [['unreadable', 'checked'], true, true, 'checkbox'],
    [['unreadable', 'unchecked'], true, false, 'checkbox'],
  ] as const)('reads %s', (checkbox, checkboxDetected, checkboxAffirmed, consentMechanism) => {
    expect(derived({ checkbox })).toMatchObject({
      checkboxDetected,
      checkboxAffirmed,
      consentMechanism,
    });
  });

  it.each([['unreadable'], [['unreadable', 'unreadable']]] as const)(
    'treats %j as bound, not readable, and never as consent by submission (spec §2.7)',
    (checkbox) => {
      const facts = derived({ checkbox });
      expect(facts).toMatchObject({ checkboxDetected: false, consentMechanism: 'none_detected' });
      expect(facts).not.toHaveProperty('checkboxAffirmed');
      expect(facts?.checkboxNodeId).toMatch(/./);
    },
  );

  it('has no checkbox node and no affirmation where no box is bound', () => {
    const facts = derived({});
    expect(facts).not.toHaveProperty('checkboxNodeId');
    expect(facts).not.toHaveProperty('checkboxAffirmed');
  });
});

describe('consent by submission (spec §2.7)', () => {
  it('is derived for a disclosure without a box under a label that agrees', () => {
    expect(derived({}, { submit: { label: 'Get My Quote' } })?.consentMechanism).toBe(
      'button_submission',
    );
    expect(derived({})?.consentMechanism).toBe('button_submission');
  });

  it('is ruled out for every disclosure by one misconfigured checkbox anywhere', () => {
    const disclosures = [{ text: 'One' }, { text: 'Two' }];
    const facts = consentFactsOf(page({ disclosures, misconfiguredCheckbox: true }));
    expect(facts?.disclosures.map(({ consentMechanism }) => consentMechanism)).toEqual([
      'none_detected',
      'none_detected',
    ]);
  });

  it('is ruled out by a label that refuses, and a bound checkbox is not', () => {
    const submit = { label: 'No thanks, skip' };
    expect(derived({}, { submit })?.consentMechanism).toBe('none_detected');
    expect(derived({ checkbox: 'checked' }, { submit })?.consentMechanism).toBe('checkbox');
  });

  it('is judged for each disclosure by its own boxes', () => {
    const disclosures = [{ text: 'One', checkbox: 'checked' as const }, { text: 'Two' }];
    const facts = consentFactsOf(page({ disclosures }));
    expect(facts?.disclosures.map(({ consentMechanism }) => consentMechanism)).toEqual([
      'checkbox',
      'button_submission',
    ]);
  });
});
