// Vitest and MSW: the code under test creates its own client, and the fake answers its requests.
import { createMockService, presets } from 'consent-evidence/mock';
import { createHandlers } from 'consent-evidence/mock/msw';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { routeLead } from './route-lead.ts';

const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
const crm = http.get('https://crm.example/ping', () => HttpResponse.json({ up: true }));
// Your own handlers come first; the fake's answer everything below its base URL.
const server = setupServer(crm, ...createHandlers(mock));
const phone = '(212) 555-0147';

// In msw 2, the option is called onUnhandledRequest.
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  mock.addOrganization({ organizationId: 'producer', name: 'Sunroof Leads', autoCollect: false });
  mock.addOrganization({ organizationId: 'buyer', name: 'Acme Solar' });
  for (const [name, value] of Object.entries(mock.env('buyer'))) vi.stubEnv(name, String(value));
});
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllEnvs();
  mock.reset();
});
afterAll(() => server.close());

it('pays for a record that meets the criteria, once', async () => {
  const { cdrId, shareUrl } = mock.capture('producer', presets.checkedBox({ autoShare: true }));
  const lead = { consentUrl: shareUrl, phone, firstUse: true };
  expect(await routeLead(lead)).toBe(`sold, evidence ${cdrId}`);
  const stranger = { ...lead, phone: '212 555 0199', firstUse: false };
  expect(await routeLead(stranger)).toBe('duplicate');
  expect(mock.charges({ organization: 'buyer' })).toHaveLength(1);
});

it('refuses an unchecked box free of charge', async () => {
  const { shareUrl } = mock.capture('producer', presets.uncheckedBox({ autoShare: true }));
  expect(await routeLead({ consentUrl: shareUrl, phone, firstUse: true })).toBe('refuse');
  expect(mock.charges({ organization: 'buyer' })).toEqual([]);
});

it('holds a lead while the service is down', async () => {
  const { shareUrl } = mock.capture('producer', presets.checkedBox({ autoShare: true }));
  server.use(http.post(shareUrl, () => HttpResponse.error()));
  vi.stubGlobal('setTimeout', (then: () => void) => queueMicrotask(then)); // skips pauses between attempts
  expect(await routeLead({ consentUrl: shareUrl, phone, firstUse: true })).toBe('hold');
});

it('still reaches the handlers of one’s own', async () => {
  const response = await fetch('https://crm.example/ping');
  expect(await response.json()).toEqual({ up: true });
});
