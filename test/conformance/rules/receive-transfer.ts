import type { Rule } from '../rule.ts';

export const receiveTransferRules: readonly Rule[] = [
  {
    section: '4.6',
    rule: 'The own token is told before missing billing.',
    proof: {
      file: 'receive-order',
      title: '4.6: own token comes before the billing of the receiver',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  const token = usableToken(call);\n',
      replace: '  refuseWithoutBilling(call);\n  const token = usableToken(call);\n',
    },
  },
  {
    section: '4.6',
    rule: 'Missing billing is told before what is wrong with the record.',
    proof: {
      file: 'receive-order',
      title: '4.6: no billing comes before what is wrong with the record',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'refuseWithoutBilling(call);\n  const cdr = receivableCdr(call, token);',
      replace: 'const cdr = receivableCdr(call, token);\n  refuseWithoutBilling(call);',
    },
  },
  {
    section: '7',
    rule: 'CONFLICT comes before CDR_INVALID.',
    proof: { file: 'receive-order', title: '7: CONFLICT comes before CDR_INVALID' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (cdr?.duplicated === true) {',
      replace: 'if (cdr?.duplicated === true && !cdr.invalid) {',
    },
  },
  {
    section: '4.6',
    rule: 'CDR_INVALID comes before CDR_PENDING.',
    proof: { file: 'receive-order', title: '4.6: CDR_INVALID comes before CDR_PENDING' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '  refuseInvalid(cdr, SECTION);\n  if (cdr.pending',
      replace: '  if (cdr.pending === null) refuseInvalid(cdr, SECTION);\n  if (cdr.pending',
    },
  },
  {
    section: '4.6 rule 7',
    rule: 'CDR_PENDING comes before the criteria.',
    proof: {
      file: 'receive-order',
      title: '4.6 rule 7: CDR_PENDING comes before the acceptance criteria',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const cdr = receivableCdr(call, token);',
      replace:
        'const raw = call.engine.world.cdrs.get(token.cdrId);\n  if (raw !== undefined && acceptance !== undefined) refuseUnaccepted(call, raw, acceptance);\n  const cdr = receivableCdr(call, token);',
    },
  },
  {
    section: '4.6',
    rule: 'CDR_INVALID comes before the criteria.',
    proof: {
      file: 'receive-order',
      title: '4.6: CDR_INVALID comes before the acceptance criteria',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const cdr = receivableCdr(call, token);',
      replace:
        'const raw = call.engine.world.cdrs.get(token.cdrId);\n  if (raw !== undefined && acceptance !== undefined) refuseUnaccepted(call, raw, acceptance);\n  const cdr = receivableCdr(call, token);',
    },
  },
  {
    section: '1',
    rule: 'Receiving a record past its retention is 404.',
    proof: { file: 'receive-order', title: '1: a record past its retention is 404' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (cdr === undefined || !isRetained(cdr, now)) {',
      replace: 'if (cdr === undefined) {',
    },
  },
  {
    section: '4.6',
    rule: 'A received record is readable.',
    proof: {
      file: 'receive',
      title: '4.6: receiving answers what was received, and makes it readable',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "  hold(engine, organizationId, cdr, { via: 'receive', at: now });\n",
      replace: '',
    },
  },
  {
    section: '4.6 rule 9',
    rule: 'The receiver is billed where the sender has no access.',
    proof: {
      file: 'receive',
      title: '4.6: receiving bills the receiver where the sender has no access',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (passed && !hadAccess) {',
      replace: 'if (!hadAccess) {',
    },
  },
  {
    section: '4.6 rule 9',
    rule: "The sender's access passes to the receiver at no charge.",
    proof: {
      file: 'receive',
      title: "4.6 rule 9: the sender's access passes to the receiver at no charge",
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (passed && !hadAccess) {',
      replace: 'if (!passed && hadAccess) {',
    },
  },
  {
    section: '4.6 rule 9',
    rule: "The sender's access is judged at the receive, not at the share.",
    proof: {
      file: 'receive',
      title: "4.6 rule 9: the sender's access is judged at the receive, not at the share",
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (passed && !hadAccess) {',
      replace:
        'const since = world.access.get(cdr.cdrId, token.organizationId)?.at ?? now;\n  if (passed && !hadAccess && since < token.createdAt) {',
    },
  },
  {
    section: '4.6 rule 9',
    rule: 'A receiver that could already download is not billed.',
    proof: {
      file: 'receive',
      title: '4.6 rule 9: the receiver is not billed where it could already download',
    },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: 'if (world.access.has(cdrId, organizationId)) return false;',
      replace: "if (cause !== 'receive' && world.access.has(cdrId, organizationId)) return false;",
    },
  },
  {
    section: '4.6 rule 9',
    rule: "The receiver's payment gives the sender no access.",
    proof: {
      file: 'receive',
      title: "4.6 rule 9: the receiver's payment gives the sender no access",
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "  hold(engine, organizationId, cdr, { via: 'receive', at: now });\n",
      replace:
        "  world.access.set([cdr.cdrId, token.organizationId], { cause: 'passedOn', at: now });\n  hold(engine, organizationId, cdr, { via: 'receive', at: now });\n",
    },
  },
  {
    section: '4.6 rule 2',
    rule: 'On a repeat shareEventId is the empty string.',
    proof: {
      file: 'receive',
      title: '4.6 rule 2: a repeat through the token is alreadyClaimed with an empty shareEventId',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "shareEventId: '' }",
      replace: "shareEventId: 'she_1' }",
    },
  },
  {
    section: '4.6 rule 3',
    rule: 'Repeating makes no second share event and no second charge.',
    proof: {
      file: 'receive',
      title: '4.6 rule 3: repeating never charges twice and makes no second share event',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (early !== undefined) return early;',
      replace:
        'if (early !== undefined) deliver(call, token, receivableCdr(call, token), collect);',
    },
  },
  {
    section: '4.6 rule 3',
    rule: 'After a lost answer the repeated receive charges nothing again.',
    proof: {
      file: 'faults',
      title: '4.6 rule 3: after a lost answer the repeated receive charges nothing again',
    },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: 'if (world.access.has(cdrId, organizationId)) return false;',
      replace:
        'world.charges.set([cdrId, `${organizationId}#${at}#${requestId}`], { sequence: 0, cause, at, requestId });',
    },
  },
  {
    section: '4.6 rule 2',
    rule: 'On a repeat the criteria are not evaluated.',
    proof: {
      file: 'receive',
      title: '4.6 rule 2: on a repeat the acceptance criteria are not evaluated',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'if (early !== undefined) return early;',
      replace: 'if (early !== undefined && acceptance === undefined) return early;',
    },
  },
];
