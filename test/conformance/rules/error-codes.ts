import type { Rule } from '../rule.ts';

export const errorCodesRules: readonly Rule[] = [
  {
    section: '7',
    rule: 'CDR_PENDING is 202.',
    proof: { file: 'error-codes', title: '7: CDR_PENDING is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'CDR_PENDING: 202,',
      replace: 'CDR_PENDING: 222,',
    },
  },
  {
    section: '7',
    rule: 'INVALID_ARGUMENT is 400.',
    proof: { file: 'error-codes', title: '7: INVALID_ARGUMENT is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'INVALID_ARGUMENT: 400,',
      replace: 'INVALID_ARGUMENT: 420,',
    },
  },
  {
    section: '7',
    rule: 'COLLECT_REQUIRED is 400.',
    proof: { file: 'error-codes', title: '7: COLLECT_REQUIRED is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'COLLECT_REQUIRED: 400,',
      replace: 'COLLECT_REQUIRED: 420,',
    },
  },
  {
    section: '7',
    rule: 'UNAUTHENTICATED is 401.',
    proof: { file: 'error-codes', title: '7: UNAUTHENTICATED is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'UNAUTHENTICATED: 401,',
      replace: 'UNAUTHENTICATED: 421,',
    },
  },
  {
    section: '7',
    rule: 'FORBIDDEN is 403.',
    proof: { file: 'error-codes', title: '7: FORBIDDEN is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'FORBIDDEN: 403,',
      replace: 'FORBIDDEN: 423,',
    },
  },
  {
    section: '7',
    rule: 'API_ACCESS_DISABLED is 403.',
    proof: { file: 'error-codes', title: '7: API_ACCESS_DISABLED is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'API_ACCESS_DISABLED: 403,',
      replace: 'API_ACCESS_DISABLED: 423,',
    },
  },
  {
    section: '7',
    rule: 'PASSTHROUGH_ORG_CANNOT_COLLECT is 403.',
    proof: {
      file: 'error-codes',
      title: '7: PASSTHROUGH_ORG_CANNOT_COLLECT is reached, with its status',
    },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'PASSTHROUGH_ORG_CANNOT_COLLECT: 403,',
      replace: 'PASSTHROUGH_ORG_CANNOT_COLLECT: 423,',
    },
  },
  {
    section: '7',
    rule: 'PASSTHROUGH_ORG_CANNOT_CLAIM is 403.',
    proof: {
      file: 'error-codes',
      title: '7: PASSTHROUGH_ORG_CANNOT_CLAIM is reached, with its status',
    },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'PASSTHROUGH_ORG_CANNOT_CLAIM: 403,',
      replace: 'PASSTHROUGH_ORG_CANNOT_CLAIM: 423,',
    },
  },
  {
    section: '7',
    rule: 'NOT_FOUND is 404.',
    proof: { file: 'error-codes', title: '7: NOT_FOUND is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'NOT_FOUND: 404,',
      replace: 'NOT_FOUND: 424,',
    },
  },
  {
    section: '7',
    rule: 'METHOD_NOT_ALLOWED is 405.',
    proof: { file: 'error-codes', title: '7: METHOD_NOT_ALLOWED is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'METHOD_NOT_ALLOWED: 405,',
      replace: 'METHOD_NOT_ALLOWED: 425,',
    },
  },
  {
    section: '7',
    rule: 'CDR_DEV_MODE is 409.',
    proof: { file: 'error-codes', title: '7: CDR_DEV_MODE is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'CDR_DEV_MODE: 409,',
      replace: 'CDR_DEV_MODE: 429,',
    },
  },
  {
    section: '7',
    rule: 'CONFLICT is 409.',
    proof: { file: 'error-codes', title: '7: CONFLICT is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'CONFLICT: 409,',
      replace: 'CONFLICT: 429,',
    },
  },
  {
    section: '7',
    rule: 'GONE is 410.',
    proof: { file: 'error-codes', title: '7: GONE is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'GONE: 410,',
      replace: 'GONE: 430,',
    },
  },
  {
    section: '7',
    rule: 'CDR_INVALID is 410.',
    proof: { file: 'error-codes', title: '7: CDR_INVALID is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'CDR_INVALID: 410,',
      replace: 'CDR_INVALID: 430,',
    },
  },
  {
    section: '7',
    rule: 'FAILED_PRECONDITION is 412.',
    proof: { file: 'error-codes', title: '7: FAILED_PRECONDITION is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'FAILED_PRECONDITION: 412,',
      replace: 'FAILED_PRECONDITION: 432,',
    },
  },
  {
    section: '7',
    rule: 'CDR_ACCEPTANCE_FAILED is 422.',
    proof: { file: 'error-codes', title: '7: CDR_ACCEPTANCE_FAILED is reached, with its status' },
    mutation: {
      file: 'src/contract/error-codes.ts',
      find: 'CDR_ACCEPTANCE_FAILED: 422,',
      replace: 'CDR_ACCEPTANCE_FAILED: 442,',
    },
  },
  {
    section: '7',
    rule: 'FORBIDDEN, FAILED_PRECONDITION, 429 and 5xx have no cause of their own.',
    proof: {
      file: 'faults',
      title: '7: FORBIDDEN, FAILED_PRECONDITION, 429 and 5xx come from faults alone',
    },
    mutation: {
      file: 'mock/operations/call.ts',
      find: "throw notFound(cdrId, section, 'the organization holds the record', why);",
      replace:
        "throw new ServiceFailure('FORBIDDEN', why, { check: 'the organization holds the record', section });",
    },
  },
];
