// As a project for the browser alone resolves, where msw/node is no module.
import { createMockService } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { setupWorker } from 'msw/browser';

const mock = createMockService();
export const worker = setupWorker(...createHandlers(mock));
export const start = () => worker.start({ quiet: true });
export const never: never = setupMockServer(mock);
