import type { ConsentEvidence } from '../client.ts';

/** What is used of a client. */
export type ArchiveClient = Pick<ConsentEvidence, 'cdrs' | 'domains'>;
