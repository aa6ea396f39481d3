import type { Cdr, CdrListEntry } from './cdr.ts';

/** An entry of a list with no more than every one has (spec §2.4). */
export const sampleEntry = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: 4,
  collected: false,
} as const satisfies CdrListEntry;

/** The same as a single record (spec §2.3). */
export const sampleCdr = {
  ...sampleEntry,
  organizationName: 'Acme',
  capturedAt: 0,
} as const satisfies Cdr;
