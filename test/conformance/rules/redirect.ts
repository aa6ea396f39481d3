import type { Rule } from '../rule.ts';

export const redirectRules: readonly Rule[] = [
  {
    section: '4.5',
    rule: 'A receiver may share onward.',
    proof: { file: 'share', title: '4.5: a receiver may share onward' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: '  refuseDuplicated(cdr);\n',
      replace:
        "  if (cdr.organizationId !== organization.organizationId) {\n    throw new ServiceFailure('FORBIDDEN', 'not the producer', { check: 'own', section: '4.5' });\n  }\n",
    },
  },
  {
    section: '4.5',
    rule: 'Sharing a Dev Mode record is 409.',
    proof: { file: 'share', title: '4.5: a Dev Mode record is 409 CDR_DEV_MODE' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "refuseDevMode(cdr, '4.5', 'shared');",
      replace: '',
    },
  },
  {
    section: '3',
    rule: 'Sharing an invalid record is 410, before Dev Mode.',
    proof: { file: 'share', title: '3: an invalid record is 410 CDR_INVALID, also in Dev Mode' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "refuseInvalid(cdr, '4.5');",
      replace: '',
    },
  },
  {
    section: '4.5',
    rule: 'Sharing a record that is not rendered is 404.',
    proof: { file: 'share', title: '7: a record that is not rendered is 404' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "if (engine.readings.sharePending === 'notFound') refusePending(cdr, '4.5');",
      replace: '',
    },
  },
  {
    section: '7',
    rule: 'Sharing a record whose identifier is borne twice is 409 CONFLICT.',
    proof: { file: 'share', title: '7: a second record with the identifier is 409 CONFLICT' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: '  refuseDuplicated(cdr);\n',
      replace: '',
    },
  },
  {
    section: '7',
    rule: 'Sharing an unknown record is 404.',
    proof: { file: 'share', title: '7: an unknown record is 404' },
    mutation: {
      file: 'mock/operations/call.ts',
      find: "throw notFound(cdrId, section, 'the record exists', 'no record has this cdrId; check it');",
      replace: "throw new ServiceFailure('GONE', 'gone', { check: 'the record exists', section });",
    },
  },
  {
    section: '4.5',
    rule: 'An organization without billing may share.',
    proof: { file: 'share', title: '4.5: an organization without billing may share' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: '  refuseDuplicated(cdr);\n',
      replace:
        "  if (!organization.billing) {\n    throw new ServiceFailure('FORBIDDEN', 'no billing', { check: 'billing', section: '4.5' });\n  }\n",
    },
  },
  {
    section: '2.5',
    rule: 'A token is marked where it came from a Dev Mode capture.',
    proof: {
      file: 'receive',
      title: '4.6 rule 8: a Dev Mode token is always 409, also where it was auto-shared',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'devMode: cdr.devMode,',
      replace: 'devMode: false,',
    },
  },
  {
    section: '2.5',
    rule: 'A token is not consumed by use.',
    proof: {
      file: 'receive',
      title: '2.5: a token is not consumed: any number of organizations receive through it',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  world.sequence += 1;\n',
      replace: '  world.tokens.delete(token.token);\n  world.sequence += 1;\n',
    },
  },
  {
    section: '4.7',
    rule: 'The redirect leads to {dashboard_url}/claim/<token>.',
    proof: {
      file: 'open-share',
      title: '4.7: the redirect leads to {dashboard_url}/claim/<token>',
    },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: '/claim/',
      replace: '/shares/',
    },
  },
  {
    section: '4.7',
    rule: 'It is a 302.',
    proof: {
      file: 'open-share',
      title: '4.7: the redirect leads to {dashboard_url}/claim/<token>',
    },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: 'status: 302',
      replace: 'status: 303',
    },
  },
  {
    section: '4.7',
    rule: 'It does nothing: no charge, no receipt.',
    proof: { file: 'open-share', title: '4.7: nothing is charged, received or written by it' },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: '  return { status: 302',
      replace: "  call.engine.world.tokens.delete(param(call, 'token'));\n  return { status: 302",
    },
  },
  {
    section: '4.7',
    rule: 'An unknown or expired token is redirected too.',
    proof: {
      file: 'open-share',
      title:
        '4.7: an unknown or expired token is redirected too, so that nobody learns which exist',
    },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: 'status: 302',
      replace: "status: call.engine.world.tokens.has(param(call, 'token')) ? 302 : 303",
    },
  },
  {
    section: '4.7',
    rule: 'A Dev Mode token is redirected too.',
    proof: { file: 'open-share', title: '4.7: for a Dev Mode token the redirect works' },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: 'status: 302',
      replace: "status: call.engine.world.tokens.get(param(call, 'token'))?.devMode ? 303 : 302",
    },
  },
  {
    section: '4.7',
    rule: 'What a token holds cannot leave its segment of the address.',
    proof: {
      file: 'open-share',
      title: '4.7: what a token holds cannot leave its segment of the address',
    },
    mutation: {
      file: 'mock/operations/open-share.ts',
      find: "encodeURIComponent(param(call, 'token'))",
      replace: "param(call, 'token')",
    },
  },
];
