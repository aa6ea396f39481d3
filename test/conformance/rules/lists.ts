import type { Rule } from '../rule.ts';

export const listsRules: readonly Rule[] = [
  {
    section: '2.2',
    rule: 'A record is filed under the last two labels of its host.',
    proof: { file: 'domains', title: '2.2: a capture on a.shop.co.uk is filed under co.uk' },
    mutation: {
      file: 'mock/capture/domain-of.ts',
      find: '.slice(-2)',
      replace: '.slice(-3)',
    },
  },
  {
    section: '2.2',
    rule: 'An IP address is filed as it is.',
    proof: { file: 'domains', title: '2.2: a capture on 192.0.2.10 is filed under 192.0.2.10' },
    mutation: {
      file: 'mock/capture/domain-of.ts',
      find: 'IP_ADDRESS.test(domain) ? domain : ',
      replace: '',
    },
  },
  {
    section: '2.2',
    rule: 'A received record adds its domain to the receiver.',
    proof: { file: 'domains', title: '2.2: a received record adds its domain to the receiver' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'world.domains.set([organizationId, cdr.page.domainId], true);',
      replace:
        "if (via === 'capture') world.domains.set([organizationId, cdr.page.domainId], true);",
    },
  },
  {
    section: '4.1',
    rule: 'Domains are sorted.',
    proof: { file: 'domains', title: '4.1: domains are sorted, each once' },
    mutation: {
      file: 'mock/operations/list-domains.ts',
      find: 'entries.map(([[, domainId]]) => domainId)',
      replace: 'entries.map(([[, domainId]]) => domainId).reverse()',
    },
  },
  {
    section: '4.1',
    rule: 'Domains sort by code units.',
    proof: { file: 'domains', title: '4.1: domains are sorted by code units' },
    mutation: {
      file: 'mock/operations/list-domains.ts',
      find: 'entries.map(([[, domainId]]) => domainId)',
      replace:
        "entries.map(([[, domainId]]) => domainId).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))",
    },
  },
  {
    section: '4.1',
    rule: 'A domain appears with the upload, before its first record is readable.',
    proof: {
      file: 'domains',
      title: '4.1: a domain appears with the upload, before its record is readable',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'world.domains.set([organizationId, cdr.page.domainId], true);',
      replace:
        'if (cdr.pending === null) world.domains.set([organizationId, cdr.page.domainId], true);',
    },
  },
  {
    section: '4.2',
    rule: 'pageSize is 20 unless said.',
    proof: { file: 'list', title: '4.2: without pageSize a page holds 20' },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PAGE_SIZE_DEFAULT = 20;',
      replace: 'PAGE_SIZE_DEFAULT = 25;',
    },
  },
  {
    section: '4.2',
    rule: 'pageSize over 100 means the default, not 100.',
    proof: { file: 'list', title: '4.2: pageSize=101 gives pages of 20' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: ': PAGE_SIZE_DEFAULT;',
      replace: ': PAGE_SIZE_MAX;',
    },
  },
  {
    section: '4.2',
    rule: 'pageSize reaches up to 100.',
    proof: { file: 'list', title: '4.2: pageSize=101 gives pages of 20' },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PAGE_SIZE_MAX = 100;',
      replace: 'PAGE_SIZE_MAX = 101;',
    },
  },
  {
    section: '4.2',
    rule: 'pageSize begins at 1; 0 means the default.',
    proof: { file: 'list', title: '4.2: pageSize=0 gives pages of 20' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'size >= PAGE_SIZE_MIN && ',
      replace: '',
    },
  },
  {
    section: '4.2',
    rule: 'pageSize is truncated toward zero, not rounded.',
    proof: { file: 'list', title: '4.2: pageSize=10.9 gives pages of 10' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'Math.trunc(',
      replace: 'Math.round(',
    },
  },
  {
    section: '4.2',
    rule: 'A pageSize that is no number means the default.',
    proof: { file: 'list', title: '4.2: pageSize=10px gives pages of 20' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "Number(given ?? '')",
      replace: "Number.parseInt(given ?? '', 10)",
    },
  },
  {
    section: '4.2',
    rule: 'pageSize takes every form of a number.',
    proof: { file: 'list', title: '4.2: pageSize=1e2 gives pages of 100' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "Number(given ?? '')",
      replace: "Number.parseInt(given ?? '', 10)",
    },
  },
  {
    section: '4.2 rule 1',
    rule: 'Newest first, unless order says otherwise.',
    proof: { file: 'list', title: '4.2 rule 1: newest first, unless order is exactly asc' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "call.query.get('order') !== 'asc'",
      replace: "call.query.get('order') === 'desc'",
    },
  },
  {
    section: '4.2',
    rule: 'Only exactly asc ascends.',
    proof: { file: 'list', title: '4.2 rule 1: newest first, unless order is exactly asc' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "call.query.get('order') !== 'asc'",
      replace: "call.query.get('order')?.toLowerCase() !== 'asc'",
    },
  },
  {
    section: '4.2',
    rule: 'desc is the exact reverse of asc, ties included.',
    proof: {
      file: 'list',
      title: '4.2: desc is the exact reverse of asc where createdAt is equal',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'return takePage(list.world, walkIds(list), pageSize);',
      replace:
        'const at = (cdrId: string): number => list.world.cdrs.get(cdrId)?.createdAt ?? 0;\n  const sign = list.descending ? -1 : 1;\n  const ids = [...walkIds(list)].sort((a, b) => sign * (at(a) - at(b)) || (a < b ? -1 : 1));\n  return takePage(list.world, ids, pageSize);',
    },
  },
];
