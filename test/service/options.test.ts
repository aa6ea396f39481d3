import { describe, expect, it, vi } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { MockOptions } from '../../mock/fake/options.ts';
import { START } from './support/each-door.ts';

describe('createMockService', () => {
  it.each([
    ['options', null],
    ['options', 5],
    ['now', { now: null }],
    ['now', { now: true }],
    ['now', { now: 'noon' }],
    ['now', { now: new Date(Number.NaN) }],
    ['running', { now: START, running: 'yes' }],
    ['idSeed', { idSeed: 1 }],
    ['webhookTimestamps', { webhookTimestamps: 'real' }],
    ['webhookTimeoutMs', { webhookTimeoutMs: 0 }],
    ['maxBodyBytes', { maxBodyBytes: 0.5 }],
    ['requestsKept', { requestsKept: 0 }],
    ['requestsKept', { requestsKept: 1_000_001 }],
    ['webhookFech', { webhookFech: fetch }],
  ])('refuses a wrong %s, naming it: %o', (path, options) => {
    const create = () => createMockService(options as unknown as MockOptions);
    expect(create).toThrow(
      expect.objectContaining({
        name: 'InvalidInputError',
        issues: [expect.objectContaining({ path })],
      }),
    );
  });

  it('asks for an idSeed where there are no random values, and is made with one', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('Disallowed operation called within global scope');
    });
    expect(() => createMockService()).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'idSeed' })] }),
    );
    expect(createMockService({ idSeed: 'a' }).addOrganization({ name: 'A' })).toBeDefined();
  });

  it.each([START, new Date(START), new Date(START).toISOString()])('begins at %o', (now) => {
    expect(createMockService({ now }).clock.now()).toBe(START);
  });
});

describe('a filter of what is read', () => {
  it.each([
    [{ organisation: 'org_1' }, /did you mean "organization"/],
    [{ cdrId: 1 }, /cdrId/],
    [{ organization: null }, /organization/],
    [{ organization: 'org_1' }, /organization/],
    [null, /expected/],
  ])('%o is refused, not ignored', (filter, reason) => {
    const mock = createMockService({ now: START });
    const views = [mock.charges, mock.shareEvents, mock.webhookDeliveries, mock.requests];
    for (const view of views) expect(() => view(filter as object)).toThrow(reason);
  });
});

describe('what is read of the world', () => {
  it('is a copy: changing it changes neither the world nor a snapshot', async () => {
    const mock = createMockService({
      now: START,
      webhookFetch: () => Promise.resolve(new Response()),
    });
    const webhook = { url: 'https://producer.example/hook' };
    const producer = mock.addOrganization({ name: 'Producer', webhook });
    const buyer = mock.addOrganization({ name: 'Buyer' });
    const { shareUrl } = mock.capture(producer, {
      pageUrl: 'https://example.com/',
      autoShare: true,
    });
    const headers = { 'x-api-key': buyer.apiKey };
    await mock.fetch(shareUrl, { method: 'POST', headers });
    await mock.clock.advance(0);
    const read = () => [
      ...mock.charges(),
      ...mock.shareEvents(),
      ...mock.webhookDeliveries().flatMap(({ attempts }) => attempts),
      ...mock.requests(),
      ...mock.requests().map(({ requestId }) => mock.explain(requestId).decision?.values ?? {}),
    ];
    const before = JSON.stringify(read());
    for (const thing of read()) Object.assign(thing, { at: 0, cdrId: 'spoilt' });
    expect(JSON.stringify(read())).toBe(before);
  });
});
