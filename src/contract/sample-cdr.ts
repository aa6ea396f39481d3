import type { Cdr, CdrListEntry } from './cdr.ts';

/** A list entry with only the mandatory members (spec §2.4). */
export const sampleEntry = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: 4,
  collected: false,
} as const satisfies CdrListEntry;

/** The same record as a single one (spec §2.3). */
export const sampleCdr = {
  ...sampleEntry,
  organizationName: 'Acme',
  capturedAt: 0,
} as const satisfies Cdr;
