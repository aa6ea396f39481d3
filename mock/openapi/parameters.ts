import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../src/contract/limits.ts';
import type { Json } from './json-schemas.ts';

/** What each parameter of a path or a query means. */
const PARAMETERS: Readonly<Record<string, string>> = {
  domainId:
    'The base domain: a `domainId` of a record, or an entry of the list of domains (spec §2.2).',
  cdrId: 'The identifier of the record (spec §2.3).',
  token: 'The share token: the last segment of a share URL (spec §2.5).',
  pageSize: `Records on a page, 1 to ${PAGE_SIZE_MAX}; default: ${PAGE_SIZE_DEFAULT}. A fraction is truncated; what is out of range or no number means the default and is no error (spec §4.2).`,
  pageToken:
    'The `nextPageToken` of the page before; a record on this domain, else 400 (spec §4.2).',
  order:
    'By `createdAt`: exactly `asc` ascends, anything else descends. Default: `desc` (spec §4.2).',
  metadataKey:
    'Only records that carry this key in `customMetadata` or `autoMetadata`; 400 without `metadataValue` (spec §4.2).',
  metadataValue:
    'The value of `metadataKey`, compared without letter case and with white space normalized; ignored without it (spec §4.2).',
};

/** The parameters with what they mean. */
export function describedParameters(parameters: readonly Json[]): Json[] {
  return parameters.map((each) => {
    const description = PARAMETERS[each['name'] as string];
    if (description === undefined) throw new Error(`nothing describes ${String(each['name'])}`);
    return { ...each, description };
  });
}
