import type { FetchLike } from '../../../src/platform/platform.ts';

/** The `fetch` of the clients in these tests. Default: the platform's. */
export const way: { fetch?: FetchLike } = {};
