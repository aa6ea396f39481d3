// A CommonJS module of a TypeScript project.
import { createMockService } from 'consent-evidence/mock';
import type * as module from 'consent-evidence/mock/msw' with { 'resolution-mode': 'import' };
import {
  createHandlers,
  type MockServerOptions,
  type NodeTestTimers,
  setupMockServer,
  type TestTimers,
} from 'consent-evidence/mock/msw';
import { setupServer } from 'msw/node';

const mock = createMockService();
const timers = {} as TestTimers | NodeTestTimers;
export const options: MockServerOptions = { timers };
export const ours = setupMockServer(mock, options);
export const theirs = setupServer(...createHandlers(mock));

// What an ES module can call, and with what, a CommonJS module can too.
type Calls<Face> = {
  [Name in keyof Face]: Face[Name] extends (...args: infer Args) => unknown ? Args : never;
};
export const same: Calls<typeof module> = {} as Calls<{
  createHandlers: typeof createHandlers;
  setupMockServer: typeof setupMockServer;
}>;
