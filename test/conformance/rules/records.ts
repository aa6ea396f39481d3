import type { Rule } from '../rule.ts';

export const recordsRules: readonly Rule[] = [
  {
    section: '4.3',
    rule: 'An unknown record is 404.',
    proof: { file: 'record', title: '4.3: an unknown record is 404' },
    mutation: {
      file: 'mock/operations/call.ts',
      find: "throw notFound(cdrId, section, 'the record exists', 'no record has this cdrId; check it');",
      replace: "throw new ServiceFailure('GONE', 'gone', { check: 'the record exists', section });",
    },
  },
  {
    section: '4.3',
    rule: "Another organization's record is 404, never 403.",
    proof: { file: 'record', title: "4.3: another organization's record is 404, never 403" },
    mutation: {
      file: 'mock/operations/call.ts',
      find: "throw notFound(cdrId, section, 'the organization holds the record', why);",
      replace:
        "throw new ServiceFailure('FORBIDDEN', why, { check: 'the organization holds the record', section });",
    },
  },
  {
    section: '4.3',
    rule: 'A record that is not rendered is 404 until it is.',
    proof: { file: 'record', title: '4.3: a record that is not rendered is 404 until it is' },
    mutation: {
      file: 'mock/operations/get-cdr.ts',
      find: "refusePending(cdr, '4.3');",
      replace: '',
    },
  },
  {
    section: '4.3',
    rule: 'An invalid record is 410 CDR_INVALID.',
    proof: {
      file: 'record',
      title: '4.3: an invalid record is 410 CDR_INVALID for who holds it and 404 for others',
    },
    mutation: {
      file: 'mock/operations/get-cdr.ts',
      find: "refuseInvalid(cdr, '4.3');",
      replace: '',
    },
  },
  {
    section: '4.3',
    rule: 'Invalid comes before not rendered.',
    proof: { file: 'record', title: '4.3: an invalid record that is not rendered either is 410' },
    mutation: {
      file: 'mock/operations/get-cdr.ts',
      find: "refuseInvalid(cdr, '4.3');\n  refusePending(cdr, '4.3');",
      replace: "refusePending(cdr, '4.3');\n  refuseInvalid(cdr, '4.3');",
    },
  },
  {
    section: '2.3',
    rule: 'An absent field is left out, never null or false.',
    proof: {
      file: 'record',
      title: '2.3: absent means absent: a bare record has only the required fields',
    },
    mutation: {
      file: 'mock/present.ts',
      find: '(value == null ? {} : { [name]: value })',
      replace: '({ [name]: value ?? null })',
    },
  },
  {
    section: '2.3',
    rule: 'ip and userAgent are null where they are unknown.',
    proof: { file: 'record', title: '2.3: only ip and userAgent may be null' },
    mutation: {
      file: 'mock/capture/signer-telemetry.ts',
      find: '    ip,\n    userAgent,',
      replace: '    ...(ip !== null && { ip }),\n    ...(userAgent !== null && { userAgent }),',
    },
  },
  {
    section: '2.3',
    rule: 'devMode is there and true for a Dev Mode capture, and collected is false.',
    proof: {
      file: 'record',
      title: '2.3: devMode is true for a Dev Mode capture, and collected false',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'if (cdr.devMode) return { collected: false, devMode: true };',
      replace: '',
    },
  },
  {
    section: '2.3',
    rule: 'organizationName is of who asks, Organization where that cannot be read.',
    proof: {
      file: 'record',
      title: '2.3: organizationName is of who asks, and Organization when it cannot be read',
    },
    mutation: {
      file: 'mock/present.ts',
      find: "organization.unreadable ? 'Organization' : organization.name",
      replace: 'organization.name',
    },
  },
  {
    section: '2.3',
    rule: 'guest is true where the record was shared into the account, and absent elsewhere.',
    proof: {
      file: 'record',
      title: '2.3: guest and producerOrgId stand on shared records, unchanged by re-sharing',
    },
    mutation: {
      file: 'mock/present.ts',
      find: "if (holding?.via !== 'receive') return {};",
      replace: '',
    },
  },
  {
    section: '2.3',
    rule: 'producerOrgId names who captured the record and is unchanged by re-sharing.',
    proof: {
      file: 'record',
      title: '2.3: guest and producerOrgId stand on shared records, unchanged by re-sharing',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'producerOrgId: cdr.organizationId',
      replace: 'producerOrgId: organization.organizationId',
    },
  },
  {
    section: '2.3',
    rule: 'collected differs per organization.',
    proof: { file: 'record', title: '2.3: collected differs per organization for one record' },
    mutation: {
      file: 'mock/present.ts',
      find: 'engine.world.access.has(cdr.cdrId, organization.organizationId)',
      replace: 'engine.world.access.has(cdr.cdrId, cdr.organizationId)',
    },
  },
  {
    section: '2.3',
    rule: 'createdAt is when the rendering finished.',
    proof: {
      file: 'record',
      title: '2.3: createdAt is when rendering finished, capturedAt when the device captured',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'pending.createdAtWish ?? at',
      replace: 'pending.createdAtWish ?? pending.capturedAt',
    },
  },
  {
    section: '2.3',
    rule: "capturedAt is the device's word and may be after createdAt.",
    proof: { file: 'record', title: '2.3: capturedAt may equal createdAt or be after it' },
    mutation: {
      file: 'mock/controls/records.ts',
      find: 'capturedAt: input.capturedAt ?? now',
      replace: 'capturedAt: now',
    },
  },
];
