import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { FetchLike } from '../../src/platform/platform.ts';

/** Shares with this body; returns the status, and why. */
async function share(body: string, maxBodyBytes: number) {
  const mock = createMockService({ now: 0, maxBodyBytes });
  const producer = mock.addOrganization({ name: 'Producer' });
  const { cdrId } = mock.capture(producer, { pageUrl: 'https://quotes.example.com/' });
  const headers = { 'x-api-key': producer.apiKey };
  const response = await (mock.fetch as FetchLike)(mock.url('cdrs.share', cdrId), {
    method: 'POST',
    headers,
    body,
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return `${response.status} ${error?.message ?? ''}`;
}

const LIMIT = 64;
const FITTING = `{"expiresInMs":60000}${' '.repeat(LIMIT - 21)}`;

async function expectBodiesToBeRead() {
  expect(await share(FITTING, LIMIT)).toBe('200 ');
  expect(await share(`${FITTING} `, LIMIT)).toBe('400 the body is longer than 64 bytes');
  expect(await share('{"expiresInMs":', LIMIT)).toMatch(/^400 the body is not JSON/);
  expect(await share('', LIMIT)).toBe('200 ');
}

describe('a request’s body', () => {
  it('is read where requests do not show it, as in Firefox', async () => {
    const shown = vi.spyOn(Request.prototype, 'body', 'get');
    shown.mockReturnValue(undefined as never);
    await expectBodiesToBeRead();
    expect(shown).toHaveBeenCalled();
  });

  it('is read where streams cannot be iterated, as in older Safaris', async () => {
    const { prototype } = ReadableStream;
    const iterator = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator) ?? {};
    onTestFinished(() => {
      Object.defineProperty(prototype, Symbol.asyncIterator, iterator);
    });
    Reflect.deleteProperty(prototype, Symbol.asyncIterator);
    await expectBodiesToBeRead();
  });
});
