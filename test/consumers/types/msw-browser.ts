// Resolved as in a browser-only project, where msw/node does not exist.
import { createMockService } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { setupWorker } from 'msw/browser';

const mock = createMockService();
export const worker = setupWorker(...createHandlers(mock));
export const start = () => worker.start({ quiet: true });
export const never: never = setupMockServer(mock);
