import type { ConsentEvidence } from '../client/client.ts';

/** The part of a client that is used. */
export type ArchiveClient = Pick<ConsentEvidence, 'cdrs' | 'domains'>;
