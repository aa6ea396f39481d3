import type { Rule } from '../rule.ts';

export const sharingRules: readonly Rule[] = [
  {
    section: '4.5',
    rule: 'A token lives 30 days unless said.',
    proof: { file: 'share', title: '4.5: the body {} gives a token of 2592000000 ms' },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'SHARE_EXPIRY_DEFAULT_MS = 2_592_000_000;',
      replace: 'SHARE_EXPIRY_DEFAULT_MS = 2_592_000_001;',
    },
  },
  {
    section: '4.5',
    rule: 'A longer life is clamped to 2 years.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":63072000001} gives a token of 63072000000 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'Math.min(Math.max(Math.floor(expiresInMs), 1), SHARE_EXPIRY_MAX_MS)',
      replace: 'Math.max(Math.floor(expiresInMs), 1)',
    },
  },
  {
    section: '8',
    rule: '2 years are 63,072,000,000 ms.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":63072000001} gives a token of 63072000000 ms',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'SHARE_EXPIRY_MAX_MS = 63_072_000_000;',
      replace: 'SHARE_EXPIRY_MAX_MS = 63_072_000_001;',
    },
  },
  {
    section: '4.5',
    rule: 'An expiresInMs that is not finite means the default.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":1e999} gives a token of 2592000000 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: '!Number.isFinite(expiresInMs) || ',
      replace: '',
    },
  },
  {
    section: '4.5',
    rule: 'Zero means the default.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":0} gives a token of 2592000000 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: ' || expiresInMs <= 0',
      replace: ' || expiresInMs < 0',
    },
  },
  {
    section: '4.5',
    rule: 'A negative expiresInMs means the default.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":-1} gives a token of 2592000000 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: ' || expiresInMs <= 0',
      replace: ' || expiresInMs === 0',
    },
  },
  {
    section: '4.5',
    rule: 'An expiresInMs that is no number means the default.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":"5000"} gives a token of 2592000000 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "typeof expiresInMs !== 'number' || !Number.isFinite(expiresInMs) || expiresInMs <= 0",
      replace: '!Number.isFinite(Number(expiresInMs)) || Number(expiresInMs) <= 0',
    },
  },
  {
    section: '4.5',
    rule: 'Fractions of a millisecond are cut.',
    proof: {
      file: 'share',
      title: '4.5: the body {"expiresInMs":1500.9} gives a token of 1500 ms',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'Math.floor(expiresInMs)',
      replace: 'Math.round(expiresInMs)',
    },
  },
  {
    section: '4.5',
    rule: 'A token lives at least 1 ms.',
    proof: { file: 'share', title: '4.5: the body {"expiresInMs":0.5} gives a token of 1 ms' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'Math.max(Math.floor(expiresInMs), 1)',
      replace: 'Math.floor(expiresInMs)',
    },
  },
  {
    section: '4.5',
    rule: 'Unknown fields of the share body are ignored.',
    proof: { file: 'share', title: '4.5: unknown fields of the body are ignored' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'const { expiresInMs } = (body ?? {}) as { expiresInMs?: unknown };',
      replace:
        "const { expiresInMs, ...rest } = (body ?? {}) as { expiresInMs?: unknown };\n  if (Object.keys(rest).length > 0) {\n    throw new ServiceFailure('INVALID_ARGUMENT', 'unknown', { check: 'known', section: '4.5' });\n  }",
    },
  },
  {
    section: '4.5',
    rule: 'Each call issues a new token.',
    proof: { file: 'share', title: '4.5: each call issues a new token, and all of them work' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: 'const token = createToken(engine,',
      replace:
        'const before = [...engine.world.tokens.values()].find((each) => each.cdrId === cdr.cdrId);\n  const token = before ?? createToken(engine,',
    },
  },
  {
    section: '4.5',
    rule: 'A record need not be collected to be shared.',
    proof: {
      file: 'share',
      title: '4.5: the record need not have been collected, and sharing charges nothing',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: '  refuseDuplicated(cdr);\n',
      replace:
        "  if (!engine.world.access.has(cdr.cdrId, organization.organizationId)) {\n    throw new ServiceFailure('FAILED_PRECONDITION', 'collect', { check: 'collected', section: '4.5' });\n  }\n",
    },
  },
  {
    section: '2.5',
    rule: 'shareUrl is {base_url}/v1/shares/<token>.',
    proof: { file: 'share', title: '2.5: shareUrl is {base_url}/v1/shares/<token>' },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: ': urls.api + path;',
      replace: ': `${urls.api}${path}/claim`;',
    },
  },
  {
    section: '2.5',
    rule: 'A capture with auto-share gives a URL of the same form.',
    proof: { file: 'share', title: '2.5: a capture with auto-share gives a URL of the same form' },
    mutation: {
      file: 'mock/controls/records.ts',
      find: 'return { shareUrl: shareUrlOf(engine, engine.urls, token) };',
      replace: 'return { shareUrl: `${shareUrlOf(engine, engine.urls, token)}/claim` };',
    },
  },
  {
    section: '4.5',
    rule: 'An auto-share token lives as long as the capture says.',
    proof: {
      file: 'share',
      title: '4.5: an auto-share token lives the default 30 days, or as long as it was told',
    },
    mutation: {
      file: 'mock/controls/records.ts',
      find: 'autoShare === true ? undefined : autoShare.expiresInMs',
      replace: 'undefined',
    },
  },
];
