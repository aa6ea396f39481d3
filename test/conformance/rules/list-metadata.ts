import type { Rule } from '../rule.ts';

export const listMetadataRules: readonly Rule[] = [
  {
    section: '4.2',
    rule: 'metadataKey without metadataValue is 400.',
    proof: {
      file: 'list-metadata',
      title: '4.2: metadataKey without metadataValue is 400, and an empty value is none',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (value === null || value === '') {",
      replace: "if (value === null) return undefined;\n  if (value === '') {",
    },
  },
  {
    section: '4.2',
    rule: 'An empty metadataValue beside a key is 400.',
    proof: {
      file: 'list-metadata',
      title: '4.2: metadataKey without metadataValue is 400, and an empty value is none',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (value === null || value === '') {",
      replace: 'if (value === null) {',
    },
  },
  {
    section: '4.2',
    rule: 'metadataValue without metadataKey is ignored.',
    proof: { file: 'list-metadata', title: '4.2: metadataValue without metadataKey is ignored' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (key === null || (key === '' &&",
      replace:
        "if (key === null && value !== null) throw invalidArgument('pair', 'send both');\n  if (key === null || (key === '' &&",
    },
  },
  {
    section: '4.2',
    rule: 'Only records with the pair are returned.',
    proof: {
      file: 'list-metadata',
      title: '4.2: only records with the pair are returned, of this domain alone',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'const pair = filter === undefined ? [] : [filter.value, filter.key];',
      replace: 'const pair: string[] = [];',
    },
  },
  {
    section: '4.2',
    rule: 'A value matches whatever its letter case.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a value matches whatever its case and its runs of white space',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: '.trim().toLowerCase();',
      replace: '.trim();',
    },
  },
  {
    section: '4.2',
    rule: 'A value matches whatever its runs of white space.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a value matches whatever its case and its runs of white space',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: "value.replace(/\\s+/g, ' ')",
      replace: 'value',
    },
  },
  {
    section: '4.2',
    rule: 'A value matches as a whole, not in part.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a value matches as a whole and a key in its own case',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: '.trim().toLowerCase();',
      replace: '.trim().toLowerCase().slice(0, 4);',
    },
  },
  {
    section: '4.2',
    rule: 'A key matches in its own letter case.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a value matches as a whole and a key in its own case',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'return { key, value: normalizeMetadataValue(value) };',
      replace: 'return { key: key.toLowerCase(), value: normalizeMetadataValue(value) };',
    },
  },
  {
    section: '4.2 rule 2',
    rule: 'Numbers are indexed in their string form.',
    proof: {
      file: 'list-metadata',
      title: '4.2: numbers, booleans and the members of arrays are found in string form',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: " || typeof value === 'number'",
      replace: '',
    },
  },
  {
    section: '4.2 rule 2',
    rule: 'Each member of a list is indexed for itself.',
    proof: {
      file: 'list-metadata',
      title: '4.2: numbers, booleans and the members of arrays are found in string form',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: 'if (Array.isArray(value)) return value.flatMap((member) => textsOfOne(member));',
      replace: '',
    },
  },
  {
    section: '4.2 rule 2',
    rule: 'Objects are not indexed.',
    proof: {
      file: 'list-metadata',
      title: '4.2: numbers, booleans and the members of arrays are found in string form',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: 'return indexed ? [String(value)] : [];',
      replace: 'return [String(value)];',
    },
  },
  {
    section: '4.2',
    rule: 'autoMetadata is searched as customMetadata is.',
    proof: {
      file: 'list-metadata',
      title: '4.2: autoMetadata is found as customMetadata is, each phone by itself',
    },
    mutation: {
      file: 'mock/rules/metadata-index.ts',
      find: '[cdr.page.customMetadata, cdr.page.autoMetadata]',
      replace: '[cdr.page.customMetadata]',
    },
  },
  {
    section: '4.2',
    rule: 'A key that is too long to index is 400.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a key of 100 characters is indexed; of 101 it is not, and asking is 400',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'if (key.length > readings.metadataMaxKeyLength) {',
      replace: 'if (key.length > 10 * readings.metadataMaxKeyLength) {',
    },
  },
  {
    section: '4.2',
    rule: 'A value that is too long to index is 400.',
    proof: {
      file: 'list-metadata',
      title: '4.2: a value of 1,000 characters is indexed; of 1,001 it is not, and asking is 400',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'if (value.length > readings.metadataMaxValueLength) {',
      replace: 'if (value.length > 10 * readings.metadataMaxValueLength) {',
    },
  },
  {
    section: '4.2 rule 3',
    rule: 'With metadataKey, order is ignored.',
    proof: {
      file: 'list-metadata',
      title: '4.2 rule 3: with metadataKey, order is ignored and paging still works',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'descending: filter !== undefined || call.query',
      replace: 'descending: call.query',
    },
  },
  {
    section: '4.2',
    rule: 'A received record is found by its metadata.',
    proof: { file: 'list-metadata', title: '4.2: a received record is found by its metadata' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'of indexedPairs(cdr, readings)) {',
      replace: 'of organizationId === cdr.organizationId ? indexedPairs(cdr, readings) : []) {',
    },
  },
];
