import { onTestFinished } from 'vitest';
import { createMockService, type MockService } from '../../../mock/fake/mock-service.ts';
import { setupMockServer } from '../../../mock/msw.ts';
import { ConsentEvidence } from '../../../src/index.ts';

/** The time at which these worlds start. */
export const START = Date.UTC(2026, 0, 5, 12);

/** Makes a world for one test, with a producer and a buyer. */
export function newWorld() {
  const mock = createMockService({ now: START, idSeed: 'msw' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  return { mock, producer, buyer };
}

/** Makes a server that listens until the test is over. */
export function listening(mock: MockService) {
  const server = setupMockServer(mock);
  server.listen();
  onTestFinished(() => server.close());
  return server;
}

/** Makes a client that uses the global `fetch`, which MSW replaces. */
export function clientOf(mock: MockService, organization: { readonly organizationId: string }) {
  const { apiKey, baseUrl, clock } = mock.clientOptions(organization);
  return new ConsentEvidence({ apiKey, baseUrl, clock, validateReplies: 'throw' });
}
