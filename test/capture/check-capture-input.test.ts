import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { captureInputSchema, checkCaptureInput } from '../../mock/capture/capture-input-schema.ts';
import { CUSTOM_METADATA_MAX_BYTES } from '../../src/contract/limits.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { page } from './page.ts';

function issuesOf(input: unknown) {
  try {
    checkCaptureInput(input);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.issues;
    throw error;
  }
  return [];
}

const pathsOf = (changes: object): string[] =>
  issuesOf({ ...page(), ...changes }).map(({ path }) => path);

describe('checking a described page', () => {
  it('gives back the page itself', () => {
    const input = page({ submit: null, signer: null, render: { afterReceives: 0 } });
    expect(checkCaptureInput(input)).toBe(input);
  });

  it('knows exactly the members that the type has', () => {
    expectTypeOf<keyof ReturnType<typeof captureInputSchema>['shape']>().toEqualTypeOf<
      keyof CaptureInput
    >();
  });

  it.each([
    ['pageURL', { pageURL: 'x' }, 'pageURL', 'pageUrl'],
    ['a misspelt member', { disclosure: [] }, 'disclosure', 'disclosures'],
    [
      'a nested one',
      { disclosures: [{ text: 'a', chekcbox: 'checked' }] },
      'disclosures.0.chekcbox',
      'checkbox',
    ],
    [
      'one of a field',
      { fields: [{ name: 'a', valu: 'b', value: 'c' }] },
      'fields.0.valu',
      'value',
    ],
    ['one of the signer', { signer: { userAgnet: 'x' } }, 'signer.userAgnet', 'userAgent'],
    ['one of the place', { signer: { geo: { latitud: 1 } } }, 'signer.geo.latitud', 'latitude'],
  ])('answers %s with the nearest name', (_, changes, path, nearest) => {
    const issue = issuesOf({ ...page(), ...changes }).find((found) => found.path === path);
    expect(issue?.message).toContain(`did you mean "${nearest}"?`);
  });

  it('suggests nothing where no name is near', () => {
    const [issue] = issuesOf({ ...page(), zebra: 1 });
    expect(issue).toMatchObject({ path: 'zebra' });
    expect(issue?.message).not.toContain('did you mean');
  });

  it.each([undefined, null, 'page', 3, []])('refuses %j as a page', (input) => {
    expect(issuesOf(input)).toHaveLength(1);
  });

  it.each([
    ...[
      '',
      'quotes.acme.example',
      '/solar',
      'ftp://a.example/',
      'http://',
      'javascript:alert(1)',
      'https://./',
      'https://a..example/',
    ],
    ...[' https://a.example/', 'https://a.example/ ', `https://a.example/${'x'.repeat(8192)}`],
  ])('refuses the page URL %.40j', (pageUrl) => {
    expect(pathsOf({ pageUrl })).toContain('pageUrl');
  });

  it.each<[string, object]>([
    ['fields.0.name', { fields: [{ name: '', value: 'x' }] }],
    ['fields.0.value', { fields: [{ name: 'x' }] }],
    ['fields', { fields: Array.from({ length: 501 }, () => ({ name: 'x', value: '' })) }],
    ['disclosures', { disclosures: Array.from({ length: 501 }, () => ({ text: 'x' })) }],
    ['disclosures.0.text', { disclosures: [{ text: ' \n' }] }],
    ['disclosures.0.checkbox', { disclosures: [{ text: 'x', checkbox: [] }] }],
    ['disclosures.0.checkbox', { disclosures: [{ text: 'x', checkbox: true }] }],
    ['submit', { submit: 'Get My Quote' }],
    ['capturedAt', { capturedAt: -1 }],
    ['createdAt', { createdAt: Number.NaN }],
    ['timeOnPageMs', { timeOnPageMs: Infinity }],
    ['image.base64', { image: { contentType: 'image/png', base64: 'abc' } }],
    ['image.contentType', { image: { contentType: 'png', base64: 'abcd' } }],
    ['autoShare', { autoShare: 'yes' }],
    ['autoShare.expiresInMs', { autoShare: { expiresInMs: 0 } }],
    ['render', { render: 'later' }],
    ['customMetadata', { customMetadata: [] }],
    ['customMetadata', { customMetadata: { big: 1n } }],
    ['customMetadata', { customMetadata: new Map([['lead_id', 'L-1']]) }],
    ['customMetadata', { customMetadata: new URLSearchParams('lead_id=L-1') }],
    ['signer.geo.latitude', { signer: { geo: { latitude: 91 } } }],
  ])('names %s, and what was expected', (path, changes) => {
    const found = issuesOf({ ...page(), ...changes });
    expect(found.map((issue) => issue.path)).toContain(path);
    expect(found.every(({ message }) => /expected/.test(message))).toBe(true);
  });

  it('refuses custom data over 16 KB, counted in bytes of UTF-8 (spec §8)', () => {
    const frame = JSON.stringify({ k: '' }).length;
    const fits = '\u00e9'.repeat((CUSTOM_METADATA_MAX_BYTES - frame) / 2);
    expect(pathsOf({ customMetadata: { k: fits } })).toEqual([]);
    expect(pathsOf({ customMetadata: { k: `${fits}x` } })).toEqual(['customMetadata']);
  });
});
