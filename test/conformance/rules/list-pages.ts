import type { Rule } from '../rule.ts';

export const listPagesRules: readonly Rule[] = [
  {
    section: '4.2',
    rule: 'createdAt sorts, not the instant of the receive.',
    proof: { file: 'list', title: '4.2: createdAt sorts, not the instant of the receive' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'world.lists.add([domainId, organizationId], cdr);',
      replace:
        'world.lists.add([domainId, organizationId], { ...cdr, createdAt: engine.clock.now() });',
    },
  },
  {
    section: '4.2 rule 4',
    rule: 'A walk gives every record once.',
    proof: { file: 'list', title: '4.2 rule 4: a walk in either order gives every record once' },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'nextPageToken: cdrs.at(-1)?.cdrId',
      replace: 'nextPageToken: cdrs.at(-2)?.cdrId',
    },
  },
  {
    section: '4.2 rule 4',
    rule: 'nextPageToken is there only where more records follow.',
    proof: {
      file: 'list',
      title: '4.2 rule 4: nextPageToken is absent at the end, also where the last page is full',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: '    if (cdrs.length === pageSize) return { cdrs, nextPageToken: cdrs.at(-1)?.cdrId };\n    cdrs.push(cdr);',
      replace:
        '    cdrs.push(cdr);\n    if (cdrs.length === pageSize) return { cdrs, nextPageToken: cdrs.at(-1)?.cdrId };',
    },
  },
  {
    section: '4.2 rule 4',
    rule: 'At the end nextPageToken is absent, not null.',
    proof: {
      file: 'list',
      title: '4.2 rule 4: nextPageToken is absent at the end, also where the last page is full',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: '...(nextPageToken === undefined ? {} : { nextPageToken }),',
      replace: 'nextPageToken: (nextPageToken ?? null) as string,',
    },
  },
  {
    section: '4.2 rule 4',
    rule: 'No token leads to invalid records alone.',
    proof: { file: 'list', title: '4.2 rule 4: no token leads to records that are all invalid' },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'if (cdr === undefined || cdr.invalid) continue;',
      replace: 'if (cdr === undefined || (cdr.invalid && cdrs.length < pageSize)) continue;',
    },
  },
  {
    section: '4.2 rule 5',
    rule: 'An invalid record is in no list.',
    proof: { file: 'list', title: '4.2 rule 5: an invalid record is in no list' },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'if (cdr === undefined || cdr.invalid) continue;',
      replace: 'if (cdr === undefined) continue;',
    },
  },
  {
    section: '4.2 rule 5',
    rule: 'An invalid record is not found by its metadata either.',
    proof: {
      file: 'list-metadata',
      title: '4.2 rule 5: an invalid record is not found by its metadata either',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: 'if (cdr === undefined || cdr.invalid) continue;',
      replace: 'if (cdr === undefined) continue;',
    },
  },
  {
    section: '4.2',
    rule: 'A record that is not rendered is in no list.',
    proof: { file: 'list', title: '4.2: a record that is not rendered is in no list until it is' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (cdr.pending === null) list(engine, organizationId, cdr);',
      replace: 'list(engine, organizationId, cdr);',
    },
  },
  {
    section: '4.2',
    rule: 'A pageToken that is no record on this domain is 400.',
    proof: { file: 'list', title: '4.2: a pageToken that is no record on this domain is 400' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: '    cdr.page.domainId === domainId &&\n',
      replace: '',
    },
  },
  {
    section: '4.2',
    rule: 'A pageToken of a record that the caller does not hold is 400.',
    proof: {
      file: 'list',
      title: '4.2: a pageToken of a record that the organization does not hold is 400',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'engine.world.holdings.has(token, organization.organizationId);',
      replace: 'engine.world.holdings.has(token, cdr.organizationId);',
    },
  },
  {
    section: '4.2',
    rule: 'A pageToken of a record past its retention is 400.',
    proof: { file: 'list', title: '4.2: a pageToken of a record past its retention is 400' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: '    isRetained(cdr, now) &&\n',
      replace: '',
    },
  },
  {
    section: '4.2',
    rule: 'A pageToken stays good when its record turns invalid.',
    proof: {
      file: 'list',
      title: '4.2: a pageToken stays good when its record turns invalid meanwhile',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'cdr.pending === null &&',
      replace: 'cdr.pending === null &&\n    !cdr.invalid &&',
    },
  },
  {
    section: '4.2',
    rule: 'An empty pageToken is as good as none.',
    proof: { file: 'list', title: '4.2: an empty pageToken is as good as none' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (token === null || token === '') return undefined;",
      replace: 'if (token === null) return undefined;',
    },
  },
  {
    section: '4.2',
    rule: 'A domain on which the organization holds nothing lists as empty.',
    proof: {
      file: 'list',
      title: '4.2: a domain on which the organization holds nothing is an empty list',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (engine.readings.domainNotHeld === 'empty') return;",
      replace: '',
    },
  },
  {
    section: '2.4',
    rule: 'A list entry leaves out what the single record alone has.',
    proof: { file: 'list', title: '2.4: an entry leaves out what only the single record has' },
    mutation: {
      file: 'mock/present.ts',
      find: 'return { ...summaryOf(viewer, cdr), ...accessOf(viewer, cdr) };',
      replace:
        'return { ...summaryOf(viewer, cdr), ...provenanceOf(viewer, cdr), ...accessOf(viewer, cdr), capturedAt: cdr.capturedAt } as CdrListEntry;',
    },
  },
];
