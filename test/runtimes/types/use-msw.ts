// The only face whose declarations need those of another package.
import { createMockService } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';

const mock = createMockService();
export const server = setupMockServer(mock);
server.resetHandlers(...createHandlers(mock));
