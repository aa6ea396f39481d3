import { describe, expect, it } from 'vitest';
import { CallError, type ConsentEvidenceOptions, InvalidInputError } from '../../src/index.ts';
import { clientWith, manualClock } from './support/client-of.ts';

const ok = () => Response.json({ ok: true, version: 1, data: { domains: [] } });
const busy = () => new Response('busy', { status: 503 });

/** A client of a service that answers as told, and how often it was asked. */
function world(options: ConsentEvidenceOptions = {}) {
  const service = { answer: busy, asked: 0 };
  const fetch = async () => {
    service.asked += 1;
    return service.answer();
  };
  const client = clientWith(fetch, { clock: manualClock(), ...options });
  const failed = async (from = client): Promise<CallError> => {
    const error = await from.domains.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    return error as CallError;
  };
  return { client, service, failed };
}

describe('the retry quota of a client', () => {
  it('ends the repeats of an outage after 100, and says so in the error', async () => {
    const { service, failed } = world();
    for (let call = 0; call < 50; call += 1) {
      expect((await failed()).retryQuotaExhausted).toBeUndefined();
    }
    expect(service.asked).toBe(150);
    for (let call = 0; call < 10; call += 1) {
      const error = await failed();
      expect(error).toMatchObject({ retryQuotaExhausted: true, attempts: 1 });
      expect(error.message).toContain('retryQuota of this client is used up');
      expect(error.toJSON()).toMatchObject({ retryQuotaExhausted: true });
    }
    expect(service.asked).toBe(160);
  });

  it('gives one token back for each success, and a retry for five', async () => {
    const { client, service, failed } = world({ retryQuota: 10, maxRetries: 1 });
    for (let call = 0; call < 2; call += 1) await failed();
    expect(await failed()).toMatchObject({ retryQuotaExhausted: true, attempts: 1 });
    service.answer = ok;
    for (let call = 0; call < 4; call += 1) await client.domains.list();
    service.answer = busy;
    expect(await failed()).toMatchObject({ retryQuotaExhausted: true });
    service.answer = ok;
    await client.domains.list();
    service.answer = busy;
    expect((await failed()).attempts).toBe(2);
    // Successes fill it no further than it was.
    service.answer = ok;
    for (let call = 0; call < 100; call += 1) await client.domains.list();
    service.answer = busy;
    expect([(await failed()).attempts, (await failed()).attempts]).toEqual([2, 2]);
    expect((await failed()).attempts).toBe(1);
  });

  it('is shared by copies, unless they have one of their own', async () => {
    const { client, failed } = world({ retryQuota: 10, maxRetries: 1 });
    const copy = client.withOptions({ timeoutMs: 5_000 });
    const copyOfCopy = copy.withOptions({ deadlineMs: 60_000 });
    const own = client.withOptions({ retryQuota: 5 });
    expect((await failed(copy)).attempts).toBe(2);
    expect((await failed(copyOfCopy)).attempts).toBe(2);
    expect((await failed(client)).attempts).toBe(1);
    expect((await failed(own)).attempts).toBe(2);
  });

  it('is none with Infinity, and forbids every retry with 0', async () => {
    const endless = world({ retryQuota: Number.POSITIVE_INFINITY, maxRetries: 1 });
    for (let call = 0; call < 300; call += 1) expect((await endless.failed()).attempts).toBe(2);
    expect((await world({ retryQuota: 0 }).failed()).attempts).toBe(1);
  });

  it('costs nothing for a pending record', async () => {
    const { client, service } = world({ retryQuota: 0 });
    let polls = 0;
    service.answer = () => {
      polls += 1;
      const error = { code: 'CDR_PENDING', message: 'not rendered' };
      const init = { status: 202, headers: { 'retry-after': '1' } };
      if (polls < 5) return Response.json({ ok: false, version: 1, error }, init);
      const data = { claimed: true, cdrId: 'cdr_1', domainId: 'd', alreadyClaimed: false };
      return Response.json({ ok: true, version: 1, data: { ...data, shareEventId: 'she_1' } });
    };
    expect(await client.shares.receive('shr_abcdefghijklmnop')).toMatchObject({ cdrId: 'cdr_1' });
  });

  it.each([-1, 0.5, Number.NaN, '500'])('refuses %j', (retryQuota) => {
    const make = () => world({ retryQuota: retryQuota as number });
    expect(make).toThrow(InvalidInputError);
    expect(make).toThrow('retryQuota: expected a whole number of tokens');
  });
});
