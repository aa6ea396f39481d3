import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { captureInputSchema } from '../../mock/capture/capture-input-schema.ts';
import { checkInput, inputIssues } from '../../mock/ground/check-input.ts';
import { organizationInputSchema } from '../../mock/service/controls/organization-input.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

const page = { pageUrl: 'https://quotes.example.com/solar' };

describe('checking what is handed in', () => {
  it('lets pass what fits', () => {
    expect(inputIssues(captureInputSchema(), page)).toEqual([]);
    expect(() => checkInput(captureInputSchema(), page)).not.toThrow();
  });

  it('refuses with every issue in one error', () => {
    const refused = () => checkInput(organizationInputSchema(), { nmae: 'Acme', billing: 'yes' });
    expect(refused).toThrow(InvalidInputError);
    expect(refused).toThrow(/nmae: .*did you mean "name"\?/);
    expect(refused).toThrow(/billing: /);
  });

  it.each<[string, z.core.$ZodType, unknown, string, string]>([
    ['the top', organizationInputSchema(), { name: 'A', biling: true }, 'biling', 'billing'],
    [
      'a nullable object',
      organizationInputSchema(),
      { name: 'A', webhook: { url: 'https://a.example', secrt: 'x' } },
      'webhook.secrt',
      'secret',
    ],
    [
      'a list',
      captureInputSchema(),
      { ...page, fields: [{ name: 'a', value: 'b', typ: 'tel' }] },
      'fields.0.typ',
      'type',
    ],
    [
      'a union with one object',
      captureInputSchema(),
      { ...page, autoShare: { expiresInMS: 5 } },
      'autoShare.expiresInMS',
      'expiresInMs',
    ],
    [
      'a union of objects',
      captureInputSchema(),
      { ...page, render: { afterRecieves: 2 } },
      'render.afterRecieves',
      'afterReceives',
    ],
    [
      'an object two members deep',
      captureInputSchema(),
      { ...page, signer: { geo: { contryCode: 'US' } } },
      'signer.geo.contryCode',
      'countryCode',
    ],
  ])('names the field that was meant, in %s', (_, schema, value, path, meant) => {
    const issue = inputIssues(schema, value).find((each) => each.path === path);
    expect(issue?.message).toContain(`did you mean "${meant}"?`);
  });

  it('names the value that was meant', () => {
    const [issue] = inputIssues(organizationInputSchema(), { name: 'A', apiAccess: 'grantd' });
    expect(issue?.path).toBe('apiAccess');
    expect(issue?.message).toContain('did you mean "granted"?');
  });

  it('does not take a dot in a misspelt name for a level of its own', () => {
    const [issue] = inputIssues(organizationInputSchema(), { name: 'A', 'nam.e': 1 });
    expect(issue?.message).toContain('did you mean "name"?');
  });

  it('lets a union speak for itself where no choice of it is near', () => {
    expect(inputIssues(captureInputSchema(), { ...page, render: 5 })).toEqual([
      { path: 'render', message: expect.stringContaining('expected "complete", "manual"') },
    ]);
  });

  it('never fails on what it is given, and never quotes a value (spec §5.3)', () => {
    const secret = 'whsec_keep_this_to_yourself';
    fc.assert(
      fc.property(fc.anything(), (odd) => {
        const value = { name: odd, webhook: { url: odd, secret: [secret] } };
        const text = JSON.stringify(inputIssues(organizationInputSchema(), value));
        return !text.includes(secret);
      }),
    );
  });
});
