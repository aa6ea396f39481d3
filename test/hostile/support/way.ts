import type { FetchLike } from '../../../src/platform.ts';

/** What the clients of these tests send by: the platform's `fetch`, unless a file says otherwise. */
export const way: { fetch?: FetchLike } = {};
