import type { Rule } from '../rule.ts';

export const keysRules: readonly Rule[] = [
  {
    section: '5.6',
    rule: 'A missing key is 401 UNAUTHENTICATED.',
    proof: { file: 'keys', title: '5.1: GET /v1/domains needs a key' },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: "throw unauthenticated('a key was sent', 'send your API key in the X-API-Key header');",
      replace:
        "throw new ServiceFailure('FORBIDDEN', 'no key', { check: 'a key was sent', section: '5' });",
    },
  },
  {
    section: '5.1',
    rule: 'Reading takes an API key.',
    proof: { file: 'keys', title: '5.1: GET /v1/cdrs/cdr_1 needs a key' },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: "throw unauthenticated('a key was sent', 'send your API key in the X-API-Key header');",
      replace:
        "throw new ServiceFailure('FORBIDDEN', 'no key', { check: 'a key was sent', section: '5' });",
    },
  },
  {
    section: '5.9',
    rule: "A share token is used together with the receiver's own key.",
    proof: { file: 'keys', title: '5.1: POST /v1/shares/shr_1 needs a key' },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: "throw unauthenticated('a key was sent', 'send your API key in the X-API-Key header');",
      replace:
        "throw new ServiceFailure('FORBIDDEN', 'no key', { check: 'a key was sent', section: '5' });",
    },
  },
  {
    section: '5.1',
    rule: 'The key is read from X-API-Key and from no other header.',
    proof: { file: 'keys', title: '5.1: a key in Authorization is no key' },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: "const key = request.header('x-api-key');",
      replace:
        "const key = request.header('x-api-key') ?? (request.header('authorization') ?? '').replace('Bearer ', '');",
    },
  },
  {
    section: '5.2',
    rule: 'A key is two halves joined by exactly one dot.',
    proof: {
      file: 'keys',
      title: '5.2: a key has exactly one dot and two halves that are not empty',
    },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: ' || rest.length > 0',
      replace: '',
    },
  },
  {
    section: '5.6',
    rule: 'A wrong secret is 401 like an unknown identifier.',
    proof: {
      file: 'keys',
      title: '5.6: an unknown id, a wrong secret and a revoked key have one code',
    },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: ' || key.secret !== secret',
      replace: '',
    },
  },
  {
    section: '5.6',
    rule: 'A revoked key is 401 like a wrong one.',
    proof: {
      file: 'keys',
      title: '5.6: an unknown id, a wrong secret and a revoked key have one code',
    },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: 'if (isRevoked(key, engine, now)) {',
      replace: 'if (isRevoked(key, engine, now) && now < 0) {',
    },
  },
  {
    section: '5.6',
    rule: 'No refusal echoes the key.',
    proof: { file: 'keys', title: '5.6: no refusal echoes the key' },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: "'the API key is not valid; copy it again or issue a new one in the dashboard'",
      replace: '`the API key ${header} is not valid`',
    },
  },
  {
    section: '5.3',
    rule: 'A new key works beside the old one until that is revoked.',
    proof: { file: 'keys', title: '5.3: a new key works beside the old one until that is revoked' },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: 'if (isRevoked(key, engine, now)) {',
      replace: 'if (isRevoked(key, engine, now) && now < 0) {',
    },
  },
  {
    section: '5.4',
    rule: 'A key sees the records of its own organization alone.',
    proof: { file: 'keys', title: '5.4: a key sees its own organization alone' },
    mutation: {
      file: 'mock/operations/list-domains.ts',
      find: '[...engine.world.domains.walk([organizationId])]',
      replace:
        '[...engine.world.organizations.values()].flatMap((each) => [\n    ...engine.world.domains.walk([each.organizationId]),\n  ])',
    },
  },
  {
    section: '5.6',
    rule: 'An organization whose API access is off gets 403 API_ACCESS_DISABLED.',
    proof: {
      file: 'keys',
      title: '5.6: a valid key of an organization without API access is 403 API_ACCESS_DISABLED',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: 'if (hasApiAccess(organization)) return true;',
      replace: 'if (organization.name) return true;',
    },
  },
  {
    section: '5.6',
    rule: 'The key is judged before the access: 401 comes before 403.',
    proof: {
      file: 'keys',
      title: '5.6: 401 comes before 403: a wrong key does not learn that access is off',
    },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: 'const key = engine.world.keys.get(keyId);',
      replace:
        "const key = engine.world.keys.get(keyId);\n  if (key && !mayUseApi(organizationOf(engine.world, key.organizationId), engine.readings, now)) {\n    throw new ServiceFailure('API_ACCESS_DISABLED', 'off', { check: 'access', section: '5' });\n  }",
    },
  },
  {
    section: '4.4',
    rule: 'Without billing, API access is off by default.',
    proof: {
      file: 'keys',
      title: '4.4: without billing API access is off, unless it was granted explicitly',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: "if (organization.apiAccess === 'default') return organization.billing;",
      replace: "if (organization.apiAccess === 'default') return true;",
    },
  },
  {
    section: '4.4',
    rule: 'Access that was granted explicitly needs no billing.',
    proof: {
      file: 'keys',
      title: '4.4: without billing API access is off, unless it was granted explicitly',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: "return organization.apiAccess === 'granted';",
      replace: "return organization.apiAccess === 'granted' && organization.billing;",
    },
  },
  {
    section: '4.4',
    rule: 'Setting up billing switches the default access on, giving it up switches it off.',
    proof: {
      file: 'keys',
      title: '4.4: setting up billing switches default access on, and giving it up switches it off',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: "if (organization.apiAccess === 'default') return organization.billing;",
      replace: "if (organization.apiAccess === 'default') return true;",
    },
  },
  {
    section: '5.7',
    rule: 'The key is judged before the body is read.',
    proof: { file: 'keys', title: '5.7: a body is not read before the key is known' },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: 'trail.organizationId = authenticate(engine, key, trail.at).organizationId;',
      replace: '',
    },
  },
  {
    section: '5.8',
    rule: 'The redirect needs no key and ignores one.',
    proof: { file: 'keys', title: '5.8: the redirect needs no key and ignores any, good or bad' },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: "if (name === 'openShare') {",
      replace:
        "if (name === 'openShare') {\n    authenticate(engine, request.header('x-api-key'), trail.at);",
    },
  },
  {
    section: '5.5',
    rule: 'A revocation or switch-off lags five minutes at most.',
    proof: { file: 'readings', title: 'a delay over five minutes is refused' },
    mutation: {
      file: 'mock/readings.ts',
      find: '{ default: 0, min: 0, max: KEY_REVOCATION_LAG_MAX_MS }',
      replace: '{ default: 0, min: 0, max: 10 * KEY_REVOCATION_LAG_MAX_MS }',
    },
  },
  {
    section: '5.5',
    rule: 'A revoked key may go on working for that long.',
    proof: {
      file: 'readings',
      title:
        '5.5: both go on working until the delay is over, to the millisecond (revocationDelayMs: 300000)',
    },
    mutation: {
      file: 'mock/http/authenticate.ts',
      find: 'now >= revokedAt + readings.revocationDelayMs',
      replace: 'now >= revokedAt',
    },
  },
  {
    section: '5.5',
    rule: 'A switched-off access may go on working for that long.',
    proof: {
      file: 'readings',
      title:
        '5.5: both go on working until the delay is over, to the millisecond (revocationDelayMs: 300000)',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: 'now < accessOffAt + readings.revocationDelayMs',
      replace: 'now < accessOffAt',
    },
  },
];
