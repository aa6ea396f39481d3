import type { Rule } from '../rule.ts';

export const collectRules: readonly Rule[] = [
  {
    section: '4.4',
    rule: 'Collecting charges the organization.',
    proof: { file: 'collect', title: '4.4: collecting charges and gives download access' },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: '  world.charges.set([cdrId, organizationId], { sequence: world.sequence, cause, at, requestId });\n',
      replace: '',
    },
  },
  {
    section: '3',
    rule: 'Collecting gives download access.',
    proof: { file: 'collect', title: '4.4: collecting charges and gives download access' },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: '  world.access.set([cdrId, organizationId], { cause, at });\n',
      replace: '',
    },
  },
  {
    section: '4.4',
    rule: 'Repeating a collect never charges twice.',
    proof: { file: 'collect', title: '4.4: repeating is safe and does not charge twice' },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: 'if (world.access.has(cdrId, organizationId)) return false;',
      replace: '',
    },
  },
  {
    section: '4.4',
    rule: 'Collects at the same time charge once.',
    proof: { file: 'collect', title: '4.4: collects at the same time charge once' },
    mutation: {
      file: 'mock/rules/billing.ts',
      find: 'if (world.access.has(cdrId, organizationId)) return false;',
      replace: '',
    },
  },
  {
    section: '4.4',
    rule: 'alreadyCollected is true however access was gained.',
    proof: { file: 'collect', title: '4.4: alreadyCollected is true however access was gained' },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: 'alreadyCollected: !charged',
      replace:
        'alreadyCollected: !charged && engine.world.charges.has(cdr.cdrId, organization.organizationId)',
    },
  },
  {
    section: '4.4',
    rule: 'Whatever body comes is ignored.',
    proof: { file: 'collect', title: '4.4: whatever body comes is ignored: "{ not json"' },
    mutation: {
      file: 'mock/http/dispatch.ts',
      find: 'if (endpoints[name].body === null) return operate(engine, request, route, trail, { key });',
      replace: '',
    },
  },
  {
    section: '4.4',
    rule: 'A Dev Mode record is 409 and leaves no charge and no access.',
    proof: { file: 'collect', title: '4.4: Dev Mode is 409 and leaves no charge and no access' },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "refuseDevMode(cdr, '4.4', 'collected');",
      replace: '',
    },
  },
  {
    section: '3',
    rule: 'Collecting an invalid record is 410, also one that was collected.',
    proof: {
      file: 'collect',
      title: '3: an invalid record is 410 CDR_INVALID, also one that was collected',
    },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "refuseInvalid(cdr, '4.4');",
      replace: '',
    },
  },
  {
    section: '7',
    rule: 'Collecting a record that is not rendered is 404.',
    proof: { file: 'collect', title: '7: a record that is not rendered is 404' },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "refusePending(cdr, '4.4');",
      replace: '',
    },
  },
  {
    section: '7',
    rule: 'On collect, an organization record that cannot be read is 404.',
    proof: {
      file: 'collect',
      title: '7: an unreadable organization record is 404 and charges nothing',
    },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: 'refuseUnreadable(call);',
      replace: '',
    },
  },
  {
    section: '4.4',
    rule: 'A granted organization without billing gets PASSTHROUGH_ORG_CANNOT_COLLECT.',
    proof: {
      file: 'collect',
      title: '4.4: without billing a granted organization gets PASSTHROUGH_ORG_CANNOT_COLLECT',
    },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "refuseDevMode(cdr, '4.4', 'collected');\n  refuseWithoutBilling(call);",
      replace: "refuseDevMode(cdr, '4.4', 'collected');",
    },
  },
  {
    section: '4.4',
    rule: 'Collect asks: held, invalid, Dev Mode, billing, in this order.',
    proof: { file: 'collect', title: '4.4: the checks come in this order: 404, 410, 409, 403' },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "const cdr = heldCdr(call, '4.4');",
      replace: "refuseWithoutBilling(call);\n  const cdr = heldCdr(call, '4.4');",
    },
  },
  {
    section: '1',
    rule: 'A capture is collected by itself where billing and auto-collect are on.',
    proof: {
      file: 'collect',
      title: '1: a capture is collected by itself where billing and auto-collect are on',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (producer.billing && producer.autoCollect && !cdr.devMode && !cdr.invalid) {',
      replace: 'if (producer.billing && !producer.autoCollect && !cdr.devMode && !cdr.invalid) {',
    },
  },
  {
    section: '1',
    rule: 'With auto-collect off it is not.',
    proof: {
      file: 'collect',
      title: '1: a capture is not collected by itself where auto-collect is off',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'producer.billing && producer.autoCollect && ',
      replace: 'producer.billing && ',
    },
  },
  {
    section: '1',
    rule: 'Without billing it is not.',
    proof: {
      file: 'collect',
      title: '1: a capture is not collected by itself where there is no billing',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'producer.billing && producer.autoCollect && ',
      replace: 'producer.autoCollect && ',
    },
  },
  {
    section: '1',
    rule: 'In Dev Mode it is not.',
    proof: {
      file: 'collect',
      title: '1: a capture is not collected by itself where it is a Dev Mode capture',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: ' && !cdr.devMode && !cdr.invalid) {',
      replace: ' && !cdr.invalid) {',
    },
  },
  {
    section: '1',
    rule: 'An invalid record is not collected by itself.',
    proof: {
      file: 'collect',
      title: '1: an invalid record is not collected by itself when its rendering finishes',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: ' && !cdr.devMode && !cdr.invalid) {',
      replace: ' && !cdr.devMode) {',
    },
  },
  {
    section: '1',
    rule: 'Auto-collect happens when the rendering finishes, by the flags of that moment.',
    proof: {
      file: 'collect',
      title: '1: auto-collect happens when rendering finishes, by the flags of that moment',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'const producer = organizationOf(world, cdr.organizationId);',
      replace:
        "const producer = organizationOf(world, cdr.organizationId);\n  if (at > cdr.capturedAt || pending.pending.until !== 'finished') return;",
    },
  },
  {
    section: '1',
    rule: 'Setting up billing later collects no older record.',
    proof: { file: 'collect', title: '1: setting up billing later collects no older record' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'producer.billing && producer.autoCollect && ',
      replace: 'producer.autoCollect && ',
    },
  },
];
