import type { Rule } from '../rule.ts';

export const receiveRefusalsRules: readonly Rule[] = [
  {
    section: '4.6',
    rule: 'Already received is judged by organization and token: a second token is a fresh handoff.',
    proof: {
      file: 'receive',
      title: '4.6: a second token of one record is a fresh handoff without a second charge',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (!world.claims.has(token, call.organization.organizationId)) return undefined;',
      replace:
        'if (!world.holdings.has(cdrId, call.organization.organizationId)) return undefined;',
    },
  },
  {
    section: '2.6',
    rule: 'A handoff is one share event that names both organizations.',
    proof: {
      file: 'receive',
      title: '2.6: a share event names its token, its record and both organizations',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'toOrganizationId: organizationId,',
      replace: 'toOrganizationId: token.organizationId,',
    },
  },
  {
    section: '4.6 rule 4',
    rule: 'A token of the own organization is 400.',
    proof: {
      file: 'receive',
      title: '4.6 rule 4: a token of the own organization is 400 INVALID_ARGUMENT',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (token.organizationId === organization.organizationId) {',
      replace: "if (token.organizationId === '') {",
    },
  },
  {
    section: '4.6 rule 4',
    rule: 'Own is who created the token, not who captured the record.',
    proof: {
      file: 'receive',
      title: '4.6 rule 4: own is who created the token: a producer may receive its record back',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (token.organizationId === organization.organizationId) {',
      replace:
        'if (engine.world.cdrs.get(token.cdrId)?.organizationId === organization.organizationId) {',
    },
  },
  {
    section: '4.6 rule 5',
    rule: 'A record refused by criteria is not saved and not charged.',
    proof: {
      file: 'refusals',
      title: '4.6 rule 5: a record refused by criteria is not saved, not charged, its token usable',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);\n',
      replace: '',
    },
  },
  {
    section: '4.6 rule 5',
    rule: 'The criteria are evaluated before anything is written.',
    proof: { file: 'refusals', title: '4.6 rule 5: CDR_ACCEPTANCE_FAILED writes nothing' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);\n  return deliver(call, token, cdr, collect);',
      replace:
        '  const answer = deliver(call, token, cdr, collect);\n  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);\n  return answer;',
    },
  },
  {
    section: '4.6 rule 5',
    rule: 'A refused receive adds no domain.',
    proof: { file: 'domains', title: '4.6 rule 5: a refused receive adds no domain' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);\n',
      replace:
        '  call.engine.world.domains.set([call.organization.organizationId, cdr.page.domainId], true);\n  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);\n',
    },
  },
  {
    section: '4.6 rule 5',
    rule: 'An accepted record is delivered as if no criteria were sent.',
    proof: {
      file: 'refusals',
      title: '4.6 rule 5: an accepted record is delivered as if no criteria were sent',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'return deliver(call, token, cdr, collect);',
      replace: 'return deliver(call, token, cdr, collect && acceptance === undefined);',
    },
  },
  {
    section: '4.6 rule 6',
    rule: 'A rule that cannot be evaluated fails like an unmet one.',
    proof: { file: 'acceptance', title: '7.1: without facts requirePresent is unavailable' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (failures.length === 0) return;',
      replace: "if (failures.every(({ status }) => status === 'unavailable')) return;",
    },
  },
  {
    section: '4.6 rule 7',
    rule: 'A record that is not rendered is 202 with ok: false.',
    proof: {
      file: 'receive',
      title: '4.6 rule 7: a record that is not rendered is 202 with ok: false and Retry-After: 2',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (cdr.pending !== null && !rendersNow(call, cdr)) {',
      replace: 'if (cdr.pending !== null && rendersNow(call, cdr)) {',
    },
  },
  {
    section: '8',
    rule: 'Retry-After is 2 seconds.',
    proof: {
      file: 'receive',
      title: '4.6 rule 7: a record that is not rendered is 202 with ok: false and Retry-After: 2',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PENDING_RETRY_SECONDS = 2;',
      replace: 'PENDING_RETRY_SECONDS = 3;',
    },
  },
  {
    section: '4.6 rule 7',
    rule: 'Retry-After stands on CDR_PENDING alone.',
    proof: {
      file: 'error-codes',
      title: '4.6 rule 7: Retry-After stands on CDR_PENDING, and on nothing else',
    },
    mutation: {
      file: 'mock/failure.ts',
      find: 'options.headers ?? {}',
      replace: "options.headers ?? { 'retry-after': '2' }",
    },
  },
  {
    section: '4.6 rule 7',
    rule: 'A receive that is pending writes nothing.',
    proof: { file: 'refusals', title: '4.6 rule 5: CDR_PENDING writes nothing' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "    throw new ServiceFailure(\n      'CDR_PENDING',",
      replace:
        "    hold(engine, call.organization.organizationId, cdr, { via: 'receive', at: now });\n    throw new ServiceFailure(\n      'CDR_PENDING',",
    },
  },
  {
    section: '4.6 rule 8',
    rule: 'A Dev Mode token is always 409, one of an auto-share too.',
    proof: {
      file: 'receive',
      title: '4.6 rule 8: a Dev Mode token is always 409, also where it was auto-shared',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'function refuseDevModeToken({ devMode }: StoredToken): void {\n  if (!devMode) return;',
      replace:
        'function refuseDevModeToken({ devMode, cdrId }: StoredToken): void {\n  if (!devMode || cdrId) return;',
    },
  },
  {
    section: '4.6 rule 8',
    rule: 'A refused Dev Mode token leaves no claim.',
    proof: { file: 'refusals', title: '4.6 rule 5: CDR_DEV_MODE writes nothing' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
      replace:
        "if (token.devMode) {\n    engine.world.claims.set([token.token, organization.organizationId], { at: now, shareEventId: 'x' });\n  }\n  if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
    },
  },
  {
    section: '7',
    rule: 'An organization without billing gets PASSTHROUGH_ORG_CANNOT_CLAIM.',
    proof: {
      file: 'receive',
      title: '7: an organization without billing gets PASSTHROUGH_ORG_CANNOT_CLAIM',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  refuseWithoutBilling(call);\n',
      replace: '',
    },
  },
  {
    section: '4.6',
    rule: 'Receiving announces nothing to the receiver.',
    proof: { file: 'receive', title: '4.6: receiving sends no webhook to the receiver' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (cdr.pending === null) list(engine, organizationId, cdr);',
      replace:
        "if (cdr.pending === null) list(engine, organizationId, cdr);\n  if (via === 'receive') scheduleDelivery(engine, { ...cdr, organizationId }, at);",
    },
  },
];
