import type { Rule } from '../rule.ts';

export const receiveOrderRules: readonly Rule[] = [
  {
    section: '4.6',
    rule: 'A key of the body other than collect and acceptance is 400.',
    proof: {
      file: 'receive-body',
      title: '4.6: the unknown key "colect" is 400 and the message names it',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (unknown !== undefined) {',
      replace: "if (unknown === 'never') {",
    },
  },
  {
    section: '4.6',
    rule: 'The refusal names that key.',
    proof: {
      file: 'receive-body',
      title: '4.6: the unknown key "colect" is 400 and the message names it',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '`"${unknown.slice(0, 100)}" is not a field of this body; only collect and acceptance are`',
      replace: "'only collect and acceptance are fields of this body'",
    },
  },
  {
    section: '4.6',
    rule: 'A collect that is no boolean is 400.',
    proof: {
      file: 'receive-body',
      title: '4.6: collect: "true" is no boolean: 400 without details',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (typeof collect !== 'boolean') {",
      replace: 'if (collect === null) {',
    },
  },
  {
    section: '4.6',
    rule: 'A collect of null is 400.',
    proof: { file: 'receive-body', title: '4.6: collect: null is no boolean: 400 without details' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const { collect = true, acceptance } = body;',
      replace: 'const { collect: given, acceptance } = body;\n  const collect = given ?? true;',
    },
  },
  {
    section: '7',
    rule: 'collect: false is COLLECT_REQUIRED where receiving always collects.',
    proof: { file: 'error-codes', title: '7: COLLECT_REQUIRED is reached, with its status' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (collect || call.engine.readings.collectFalse === 'defer') return;",
      replace: 'if (collect || !collect) return;',
    },
  },
  {
    section: '4.6',
    rule: 'The body is judged before the token.',
    proof: {
      file: 'receive-order',
      title: '4.6: an unknown body key is told before anything of the token',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const { collect, acceptance } = readBody(call);\n  refuseNotCollecting(call, collect);\n  const token = usableToken(call);',
      replace:
        'const token = usableToken(call);\n  const { collect, acceptance } = readBody(call);\n  refuseNotCollecting(call, collect);',
    },
  },
  {
    section: '4.6',
    rule: 'Malformed acceptance is told before COLLECT_REQUIRED and before the token.',
    proof: {
      file: 'receive-order',
      title: '4.6: malformed acceptance is told before COLLECT_REQUIRED and before the token',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const criteria = acceptance === undefined ?',
      replace: 'refuseNotCollecting(call, collect);\n  const criteria = acceptance === undefined ?',
    },
  },
  {
    section: '4.6',
    rule: 'COLLECT_REQUIRED comes before an unknown token.',
    proof: { file: 'receive-order', title: '4.6: COLLECT_REQUIRED comes before an unknown token' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'refuseNotCollecting(call, collect);\n  const token = usableToken(call);',
      replace: 'const token = usableToken(call);\n  refuseNotCollecting(call, collect);',
    },
  },
  {
    section: '4.6',
    rule: 'An unknown token is 404.',
    proof: { file: 'receive-order', title: '4.6: an unknown token is 404' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "throw new ServiceFailure('NOT_FOUND', message, { check: 'the token exists', section: SECTION });",
      replace:
        "throw new ServiceFailure('GONE', message, { check: 'the token exists', section: SECTION });",
    },
  },
  {
    section: '4.6 rule 8',
    rule: 'A Dev Mode token is 409, before its expiry.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 8: a Dev Mode token is 409 before it is expired',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
      replace: '',
    },
  },
  {
    section: '4.6 rule 8',
    rule: 'A Dev Mode token is 409 before it is the own one.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 8: a Dev Mode token is 409 before it is the own one',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
      replace:
        "if (token.organizationId === organization.organizationId) {\n    throw invalidArgument('own', 'own');\n  }\n  if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
    },
  },
  {
    section: '4.6 rule 1',
    rule: 'An expired token is 410 before it is the own one.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 1: an expired token is 410 GONE before it is the own one',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
      replace:
        "if (token.organizationId === organization.organizationId) {\n    throw invalidArgument('own', 'own');\n  }\n  if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
    },
  },
  {
    section: '4.6 rule 1',
    rule: 'Expiry is judged before whether the record was received.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 1: expiry comes before already received, for who holds the record too',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  refuseExpired(token, now);\n',
      replace:
        '  if (!engine.world.claims.has(token.token, organization.organizationId)) refuseExpired(token, now);\n',
    },
  },
  {
    section: '3',
    rule: 'A token works until the millisecond before expiresAt, and at it no more.',
    proof: {
      file: 'receive-order',
      title: '3: a token works until the millisecond before expiresAt, and at it no more',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (now < expiresAt) return;',
      replace: 'if (now <= expiresAt) return;',
    },
  },
  {
    section: '4.6',
    rule: 'Malformed acceptance is 400 also where the record was already received.',
    proof: {
      file: 'receive-order',
      title: '4.6: malformed acceptance is 400 also where it was already received',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const criteria = acceptance === undefined ?',
      replace:
        "const early = call.engine.world.claims.has(param(call, 'token'), call.organization.organizationId);\n  const criteria = early || acceptance === undefined ?",
    },
  },
  {
    section: '4.6 rule 2',
    rule: 'Already received comes before the billing of the receiver.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 2: already received comes before the billing of the receiver',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (early !== undefined) return early;\n  refuseWithoutBilling(call);',
      replace: 'refuseWithoutBilling(call);\n  if (early !== undefined) return early;',
    },
  },
  {
    section: '4.6 rule 2',
    rule: 'Already received answers also for a record that turned invalid.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 2: already received answers also for a record that turned invalid',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (readings.alreadyReceivedInvalid === 'invalid') refuseInvalid(cdr, SECTION);",
      replace: 'refuseInvalid(cdr, SECTION);',
    },
  },
];
