import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConsentEvidence, type ConsentEvidenceOptions } from '../../src/index.ts';
import { ok, playing } from './support/answers.ts';
import { failureOf } from './support/failure-of.ts';

const OWN = 'https://api.example.com/consent';

beforeEach(() => {
  vi.stubEnv('CONSENT_EVIDENCE_API_KEY', 'env.planted');
  vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', OWN);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const keysSent = async (make: (options: ConsentEvidenceOptions) => ConsentEvidence) => {
  const fetch = playing(ok({ domains: [] }));
  const failure = await make({ fetch })
    .domains.list()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { failure, keys: fetch.seen.map(({ headers }) => headers['x-api-key']) };
};

describe('the key of the environment', () => {
  it.each([
    ['no base URL', undefined],
    ['its own base URL', OWN],
    ['another path on its origin', 'https://API.example.com:443/other/'],
  ])('is used with %s in code', async (_, baseUrl) => {
    const { keys } = await keysSent((given) => new ConsentEvidence({ ...given, baseUrl }));
    expect(keys).toEqual(['env.planted']);
  });

  it.each([
    'https://other.example',
    'https://api.example.com:8443',
    'https://api.example.com.evil.example',
    'http://localhost:4010',
  ])('is not sent to %s, and the error says so', async (baseUrl) => {
    for (const make of [
      (given: ConsentEvidenceOptions) =>
        new ConsentEvidence({ ...given, apiKey: undefined, baseUrl }),
      (given: ConsentEvidenceOptions) => new ConsentEvidence(given).withOptions({ baseUrl }),
    ]) {
      const { failure, keys } = await keysSent(make);
      expect(keys).toEqual([]);
      expect(failure).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path: 'apiKey', message: expect.stringContaining('baseUrl') as string }],
      });
      expect(String(failure)).not.toContain('planted');
    }
  });

  it('is not sent elsewhere where the base URL that it belongs to cannot be read', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', 'not an address');
    const { failure, keys } = await keysSent(
      (given) => new ConsentEvidence({ ...given, baseUrl: 'https://other.example' }),
    );
    expect([keys, failure]).toMatchObject([[], { issues: [{ path: 'apiKey' }] }]);
  });

  it('goes with any base URL in code where the environment has no base URL', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', '');
    const { keys } = await keysSent(
      (given) => new ConsentEvidence({ ...given, baseUrl: 'https://other.example' }),
    );
    expect(keys).toEqual(['env.planted']);
  });

  it('does not stand in the way of a key in code, or of a call without a key', async () => {
    const baseUrl = 'https://other.example';
    const { keys } = await keysSent(
      (given) => new ConsentEvidence({ ...given, baseUrl, apiKey: 'own.secret' }),
    );
    expect(keys).toEqual(['own.secret']);
    const redirect = () =>
      new Response(null, { status: 302, headers: { location: 'https://d.example' } });
    const keyless = new ConsentEvidence({ baseUrl, fetch: playing(redirect) });
    expect(await keyless.shares.dashboardUrl('tok_1')).toContain('https://d.example');
  });

  it('is named with a base URL that is wrong as well', async () => {
    const client = new ConsentEvidence({ fetch: playing(ok({})) });
    vi.stubEnv('CONSENT_EVIDENCE_API_KEY', '');
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', '');
    expect(await failureOf(client.domains.list())).toMatchObject({
      issues: [{ path: 'apiKey' }, { path: 'baseUrl' }],
    });
  });
});
