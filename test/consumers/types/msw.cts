// A CommonJS module of a TypeScript project.
import { createMockService } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { setupServer } from 'msw/node';

const mock = createMockService();
export const ours = setupMockServer(mock);
export const theirs = setupServer(...createHandlers(mock));
