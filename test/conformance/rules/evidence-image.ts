import type { Rule } from '../rule.ts';

export const evidenceImageRules: readonly Rule[] = [
  {
    section: '2.3',
    rule: 'packageId is there only where the package groups more than one record.',
    proof: {
      file: 'record',
      title: '2.3: packageId is present only when the package groups more than one record',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'if (members > 1) return cdr.packageId;',
      replace: 'if (members > 0) return cdr.packageId;',
    },
  },
  {
    section: '2.3',
    rule: 'customMetadata is exactly what was passed.',
    proof: {
      file: 'record',
      title: '2.3: sessionId, subGroupIds and customMetadata are as they were passed',
    },
    mutation: {
      file: 'mock/capture/derive.ts',
      find: 'JSON.parse(JSON.stringify(custom))',
      replace: 'JSON.parse(JSON.stringify(custom).toLowerCase())',
    },
  },
  {
    section: '2.3',
    rule: 'sessionId is what was passed.',
    proof: {
      file: 'record',
      title: '2.3: sessionId, subGroupIds and customMetadata are as they were passed',
    },
    mutation: {
      file: 'mock/present.ts',
      find: "...present('sessionId', cdr.sessionId),",
      replace: '',
    },
  },
  {
    section: '2.3',
    rule: 'pdf and invalidated fields never appear.',
    proof: {
      file: 'record',
      title: '2.3: what never appears does not appear: pdf and invalidated fields',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'size: cdr.size,',
      replace: "size: cdr.size,\n    ...({ pdfShareId: 'pdf', invalidated: false } as object),",
    },
  },
  {
    section: '1',
    rule: 'A record is kept for five years from its createdAt, and then is 404.',
    proof: {
      file: 'record',
      title: '1: a record is kept for 1,825 days from createdAt, then 404 and in no list',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: 'now < cdr.createdAt + RETENTION_MS',
      replace: 'now < cdr.createdAt + 2 * RETENTION_MS',
    },
  },
  {
    section: '8',
    rule: 'Five years of retention are 1,825 days.',
    proof: {
      file: 'record',
      title: '1: a record is kept for 1,825 days from createdAt, then 404 and in no list',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'RETENTION_MS = 1825',
      replace: 'RETENTION_MS = 1826',
    },
  },
  {
    section: '1',
    rule: 'Until the last millisecond of the five years the record is there.',
    proof: {
      file: 'record',
      title: '1: a millisecond before the five years are over a record is still there',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: 'now < cdr.createdAt + RETENTION_MS',
      replace: 'now + 1 < cdr.createdAt + RETENTION_MS',
    },
  },
  {
    section: '1',
    rule: 'A record past its retention is in no list, and the list goes on.',
    proof: {
      file: 'record',
      title: '1: behind a record past its retention a list goes on in either order',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'const newestGone = now - RETENTION_MS;',
      replace: 'const newestGone = now - 2 * RETENTION_MS;',
    },
  },
  {
    section: '2.3',
    rule: 'A downloadUrl lives 300 seconds.',
    proof: {
      file: 'download',
      title: '2.3: downloadUrl works for 300 seconds and not a millisecond longer',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'DOWNLOAD_URL_LIFETIME_MS = 300 *',
      replace: 'DOWNLOAD_URL_LIFETIME_MS = 301 *',
    },
  },
  {
    section: '2.3',
    rule: 'At 300 seconds, to the millisecond, it is dead.',
    proof: {
      file: 'download',
      title: '2.3: downloadUrl works for 300 seconds and not a millisecond longer',
    },
    mutation: {
      file: 'mock/http/evidence.ts',
      find: 'if (now >= Number(',
      replace: 'if (now > Number(',
    },
  },
  {
    section: '2.3',
    rule: 'A downloadUrl is new on each response.',
    proof: { file: 'download', title: '2.3: downloadUrl is new on each response, in lists too' },
    mutation: {
      file: 'mock/present.ts',
      find: "const nonce = engine.ids.next('dl');",
      replace: "const nonce = 'dl_same';",
    },
  },
  {
    section: '2.3',
    rule: 'A downloadUrl cannot be altered.',
    proof: { file: 'download', title: '2.3: downloadUrl needs no key and cannot be altered' },
    mutation: {
      file: 'mock/http/evidence.ts',
      find: "return ids.sign(material) === query.get('signature') ? world.cdrs.get(cdrId) : undefined;",
      replace: 'ids.sign(material);\n  return world.cdrs.get(cdrId);',
    },
  },
  {
    section: '2.3',
    rule: 'The bytes behind it are as many as size says.',
    proof: {
      file: 'download',
      title: '2.3: the bytes behind downloadUrl are of size and contentType',
    },
    mutation: {
      file: 'mock/capture/evidence-image.ts',
      find: 'size: pngSizeOf(PICTURE_WIDTH, height),',
      replace: 'size: pngSizeOf(PICTURE_WIDTH, height) + 1,',
    },
  },
  {
    section: '2.3',
    rule: 'They are of the contentType that the record says.',
    proof: {
      file: 'download',
      title: '2.3: the bytes behind downloadUrl are of size and contentType',
    },
    mutation: {
      file: 'mock/http/evidence.ts',
      find: "'content-type': cdr.contentType,",
      replace: "'content-type': 'application/octet-stream',",
    },
  },
];
