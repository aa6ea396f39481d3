import { createMockService } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const mock = createMockService();
const mine = http.post(mock.url('shares.receive', 'shr_1'), () => HttpResponse.text('mine'));
export const ours = setupMockServer(mock);
export const theirs = setupServer(mine, ...createHandlers(mock));
ours.listen();
ours.use(mine);
ours.resetHandlers(...createHandlers(mock));
export const inBoundary: Promise<number> = ours.boundary(async (count: number) => count)(1);
export const answer: Promise<Response | undefined> = getResponse(
  createHandlers(mock),
  new Request(mock.baseUrl),
);
