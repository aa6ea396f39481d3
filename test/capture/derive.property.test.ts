import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { checkCaptureInput } from '../../mock/capture/capture-input-schema.ts';
import { derive } from '../../mock/capture/derive.ts';
import type { DerivedPage } from '../../mock/capture/derived-page.ts';
import { evidenceImageOf } from '../../mock/capture/evidence-image.ts';
import { isPhoneField } from '../../mock/capture/person-fields.ts';
import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import { cdrSchema } from '../../src/contract/cdr.ts';
import * as limits from '../../src/contract/limits.ts';
import { character, composed } from '../texts/characters.ts';

const box = fc.constantFrom('checked' as const, 'unchecked' as const, 'unreadable' as const);
const phone = fc
  .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 10, max: 99 }))
  .map(([area, line]) => `(${area}) 555-01${line}`);
const words = fc.oneof(
  fc.string({ unit: composed, maxLength: 40 }),
  fc.string({ unit: character, maxLength: 40 }),
  fc.array(phone, { maxLength: 14 }).map((phones) => phones.join(', ')),
  fc.constantFrom('<b>&amp;', 'No thanks', '\u{1f600}'.repeat(90), 'x'.repeat(190)),
);
const wording = fc
  .tuple(words, fc.integer({ min: 1, max: 300 }))
  .map(([text, times]) => `${text} `.repeat(times).slice(0, 20_000))
  .filter((text) => text.trim() !== '');
const field = fc.record({
  name: fc.constantFrom('phone', 'p_1', 'first_name', 'lname', 'email', 'hotel', 'mobile'),
  type: fc.constantFrom('text', 'tel', undefined),
  autocomplete: fc.constantFrom(undefined, 'tel', 'given-name', 'family-name'),
  value: fc.oneof(
    words,
    phone,
    wording.map((text) => text.slice(0, 2000)),
  ),
});
const query = fc.array(fc.tuple(fc.constantFrom('utm_source', 'utm_term', 'gclid', 'x'), words));

const pages: fc.Arbitrary<CaptureInput> = fc.record(
  {
    pageUrl: fc
      .tuple(fc.webUrl(), query)
      .map(([url, pairs]) => `${url}?${new URLSearchParams(pairs.slice(0, 6)).toString()}`),
    pageTitle: words.map((text) => text.repeat(8)),
    formAction: words.map((text) => text.repeat(20)),
    pageText: wording,
    fields: fc.array(field, { maxLength: 15 }),
    disclosures: fc.array(
      fc.record(
        {
          key: fc.constantFrom('a', 'disclosure-1'),
          text: wording,
          checkbox: fc.oneof(box, fc.array(box, { minLength: 1 })),
        },
        { requiredKeys: ['text'] },
      ),
      { maxLength: 60 },
    ),
    misconfiguredCheckbox: fc.boolean(),
    submit: fc.oneof(fc.constant(null), fc.record({ label: words }, { requiredKeys: [] })),
    declaredDisclosures: fc.array(
      fc.record({ key: fc.constant('k'), language: wording, agreed: fc.boolean() }),
      { maxLength: 4 },
    ),
    customMetadata: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    signer: fc.constantFrom(null, { ip: null }, { ip: '2001:db8::1', geo: null }),
    derivedBeforeMechanism: fc.boolean(),
  },
  { requiredKeys: ['pageUrl'] },
) as fc.Arbitrary<CaptureInput>;

const holds = (check: (derived: DerivedPage, input: CaptureInput) => void): void => {
  fc.assert(
    fc.property(pages, (input) => {
      check(derive(checkCaptureInput(input)), input);
    }),
    { numRuns: 150 },
  );
};

describe('whatever page is captured', () => {
  it('what is derived keeps every bound (spec §8)', () => {
    holds(({ consentFacts, declaredDisclosures = [], autoMetadata = {} }) => {
      const derived = consentFacts?.disclosures ?? [];
      expect(derived.length).toBeLessThanOrEqual(limits.DISCLOSURES_MAX);
      const texts = [...derived.map((d) => d.text), ...declaredDisclosures.map((d) => d.language)];
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(limits.DISCLOSURE_TEXT_MAX_CHARS);
        expect(text).not.toMatch(/[^\S ]|\s{2}/);
      }
      const {
        phones = [],
        firstNames = [],
        lastNames = [],
        pageTitle,
        formAction,
        ...fromUrl
      } = autoMetadata;
      expect(JSON.stringify(autoMetadata).length).toBeLessThanOrEqual(
        limits.AUTO_METADATA_MAX_CHARS,
      );
      expect(phones.length).toBeLessThanOrEqual(limits.AUTO_METADATA_PHONES_MAX);
      for (const list of [phones, firstNames, lastNames]) expect(list).toEqual(list.toSorted());
      for (const names of [firstNames, lastNames]) {
        expect(names.length).toBeLessThanOrEqual(limits.AUTO_METADATA_NAMES_MAX);
      }
      for (const number of phones) expect(number).toMatch(/^\+1\d{10}$/);
      expect((pageTitle ?? '').length).toBeLessThanOrEqual(limits.PAGE_TITLE_MAX_CHARS);
      expect((formAction ?? '').length).toBeLessThanOrEqual(limits.FORM_ACTION_MAX_CHARS);
      for (const value of Object.values(fromUrl)) {
        expect(value.length).toBeLessThanOrEqual(limits.URL_DERIVED_VALUE_MAX_CHARS);
      }
      for (const [key, value] of Object.entries(autoMetadata)) {
        expect(key.length).toBeLessThanOrEqual(limits.AUTO_METADATA_KEY_MAX_CHARS);
        expect((value as string | string[]).length).toBeGreaterThan(0);
      }
    });
  });

  it('what is derived is a record that the contract reads, unchanged (spec §2.3)', () => {
    holds((derived) => {
      const {
        consentFacts,
        declaredDisclosures,
        formPhones: _,
        view: __,
        image: ___,
        ...rest
      } = derived;
      const record = {
        ...rest,
        ...{ cdrId: 'c', organizationName: 'o', createdAt: 1, capturedAt: 1, collected: false },
        ...{ contentType: 'image/png', size: 1 },
        ...(consentFacts && {
          detectedDisclosureDetails: { userSubmitted: true, ...consentFacts },
        }),
        ...(declaredDisclosures && { disclosures: declaredDisclosures }),
      };
      const wire: unknown = JSON.parse(JSON.stringify(record));
      expect(wire).toEqual(record);
      expect(JSON.stringify(cdrSchema().parse(wire), sorted)).toBe(JSON.stringify(wire, sorted));
    });
  });

  it('affirmation comes only with a detected box, and never by submission beside a box (spec §2.3)', () => {
    holds(({ consentFacts }, input) => {
      for (const facts of consentFacts?.disclosures ?? []) {
        expect('checkboxAffirmed' in facts).toBe(facts.checkboxDetected);
        expect('consentMechanism' in facts).toBe(input.derivedBeforeMechanism !== true);
        if (facts.consentMechanism === 'button_submission') {
          expect(facts).not.toHaveProperty('checkboxNodeId');
          expect(input.misconfiguredCheckbox).not.toBe(true);
        }
        if (facts.consentMechanism === 'checkbox') expect(facts.checkboxDetected).toBe(true);
      }
    });
  });

  it('a lead matches only numbers of phone fields (spec §2.7)', () => {
    holds(({ formPhones }, { fields = [] }) => {
      const typed = new Set(fields.filter(isPhoneField).map(({ value }) => normalizePhone(value)));
      typed.delete(undefined);
      expect(new Set(formPhones)).toEqual(typed);
      expect(formPhones).toEqual(formPhones.toSorted());
    });
  });

  it('deriving it again gives the same, and an image of the size that was said', () => {
    holds((derived, input) => {
      expect(derive(structuredClone(input))).toEqual(derived);
    });
    fc.assert(
      fc.property(pages, (input) => {
        const image = evidenceImageOf(derive(input));
        expect(image.bytes()).toHaveLength(image.size);
      }),
      { numRuns: 15 },
    );
  });
});

/** Sorts the members of objects, so that two objects compare by content. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
