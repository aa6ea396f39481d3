import { describe, expect, it } from 'vitest';
import { derive } from '../../mock/capture/derive.ts';
import { DISCLOSURE_TEXT_MAX_CHARS } from '../../src/contract/limits.ts';
import { page } from './page.ts';

describe('signer telemetry (spec §2.3)', () => {
  it('has addresses reserved for documentation by default', () => {
    expect(derive(page()).signerTelemetry).toMatchObject({
      ip: '203.0.113.24',
      ipChain: ['203.0.113.24'],
      geo: { countryCode: 'US', region: 'TX' },
    });
  });

  it('is absent as a whole when it could not be recorded', () => {
    expect(derive(page({ signer: null }))).not.toHaveProperty('signerTelemetry');
  });

  it('may know no address, and then has an empty chain and no place', () => {
    const telemetry = derive(page({ signer: { ip: null, userAgent: null } })).signerTelemetry;
    expect(telemetry).toEqual({ ip: null, userAgent: null, ipChain: [] });
  });

  it('invents no place for an address that was given', () => {
    const telemetry = derive(page({ signer: { ip: '198.51.100.7' } })).signerTelemetry;
    expect(telemetry).toMatchObject({ ip: '198.51.100.7', ipChain: ['198.51.100.7'] });
    expect(telemetry).not.toHaveProperty('geo');
  });
});

describe('declared disclosures (spec §2.3)', () => {
  const declared = (language: string) =>
    derive(page({ declaredDisclosures: [{ key: 'k', language, agreed: false }] }))
      .declaredDisclosures?.[0];

  it('have their markup stripped and white space normalised', () => {
    const language =
      '<p>I  agree<br/>to <b class="x">calls</b>.</p><!-- note -->\n A &amp; B &lt; C, 1 < 2';
    expect(declared(language)).toEqual({
      key: 'k',
      language: 'I agree to calls. A & B < C, 1 < 2',
      agreed: false,
    });
  });

  it('are cut at 5,000 characters after that', () => {
    const kept = declared(`<b>${'x'.repeat(6000)}</b>`)?.language;
    expect(kept).toBe('x'.repeat(DISCLOSURE_TEXT_MAX_CHARS));
  });

  it('are absent when the page declares none, and never mix with the derived ones', () => {
    const derived = derive(page({ declaredDisclosures: [], disclosures: [{ text: 'Call me' }] }));
    expect(derived).not.toHaveProperty('declaredDisclosures');
    expect(derived.consentFacts?.disclosures).toHaveLength(1);
  });
});

describe('a derived page', () => {
  it('has no property for what the page did not say', () => {
    expect(Object.keys(derive(page({ signer: null, submit: null }))).toSorted()).toEqual(
      ['domain', 'domainId', 'formPhones', 'pageUrl', 'view'].toSorted(),
    );
  });

  it('carries custom data exactly, awkward keys included, as a copy (spec §2.3)', () => {
    const json = '{"__proto__":{"a":1},"constructor":"x","nested":{"list":[1,null,true]}}';
    const customMetadata = JSON.parse(json) as Record<string, unknown>;
    const derived = derive(page({ customMetadata }));
    customMetadata['later'] = 1;
    expect(JSON.stringify(derived.customMetadata)).toBe(json);
  });

  it('keeps the page URL with its query string, and the times in their units', () => {
    const pageUrl = 'https://Quotes.acme.example/a?b=c#d';
    expect(
      derive(page({ pageUrl, timeOnPageMs: 0, clientTimezone: 'America/Chicago' })),
    ).toMatchObject({
      pageUrl,
      timeOnPageMs: 0,
      clientTimezone: 'America/Chicago',
    });
  });

  it('keeps numbers of form fields apart from numbers of the text (spec §2.7)', () => {
    const derived = derive(page({ pageText: 'Call (512) 555-0199' }));
    expect(derived.formPhones).toEqual([]);
    expect(derived.autoMetadata?.phones).toEqual(['+15125550199']);
  });
});
