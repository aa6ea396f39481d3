// What a CommonJS module is told of `consent-evidence/mock/msw`. msw 2 declares its classes twice,
// once for each kind of module, and the two do not fit together; the code behind is the same.

import type { MockService } from 'consent-evidence/mock' with { 'resolution-mode': 'import' };
import type { HttpHandler } from 'msw';
import type { SetupServer } from 'msw/node';

export declare function createHandlers(mock: MockService): HttpHandler[];
export declare function setupMockServer(mock: MockService): SetupServer;
