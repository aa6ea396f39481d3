import type { Rule } from '../rule.ts';

export const readingOrdersRules: readonly Rule[] = [
  {
    section: '2.5',
    rule: 'shareUrl path: the URL is the path alone.',
    proof: {
      file: 'readings',
      title: '2.5: shareUrl is the path alone, of an auto-share too (shareUrl: path)',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "readings.shareUrl === 'path' ? path : urls.api + path",
      replace: 'urls.api + path',
    },
  },
  {
    section: '4.6 rule 2',
    rule: 'alreadyReceivedInvalid invalid: a repeat for an invalid record is 410.',
    proof: {
      file: 'readings',
      title:
        '4.6 rule 2: a repeat for a record that turned invalid is 410 (alreadyReceivedInvalid: invalid)',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (readings.alreadyReceivedInvalid === 'invalid') refuseInvalid(cdr, SECTION);",
      replace: '',
    },
  },
  {
    section: '4.5',
    rule: 'sharePending allowed: a record that is not rendered can be shared.',
    proof: {
      file: 'readings',
      title:
        '4.5: a record that is not rendered can be shared, and its receive is pending (sharePending: allowed)',
    },
    mutation: {
      file: 'mock/operations/share-cdr.ts',
      find: "if (engine.readings.sharePending === 'notFound') refusePending(cdr, '4.5');",
      replace: "refusePending(cdr, '4.5');",
    },
  },
  {
    section: '3',
    rule: 'senderPass access: whoever may download passes it on.',
    proof: {
      file: 'readings',
      title: '4.6 rule 9: a sender passes on access that it was given (senderPass: access)',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: 'return world.access.has(cdrId, senderId);',
      replace: 'return world.charges.has(cdrId, senderId);',
    },
  },
  {
    section: '4.6 rule 9',
    rule: 'senderPass paid: only who paid passes it on.',
    proof: {
      file: 'readings',
      title: '4.6 rule 9: only a sender who paid passes access on (senderPass: paid)',
    },
    mutation: {
      file: 'mock/rules/access.ts',
      find: "if (readings.senderPass === 'paid') return world.charges.has(cdrId, senderId);",
      replace: '',
    },
  },
  {
    section: '4.6 rule 1',
    rule: 'devModeExpired gone: an expired Dev Mode token is 410.',
    proof: {
      file: 'readings',
      title: '4.6 rule 1: an expired Dev Mode token is 410 (devModeExpired: gone)',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);",
      replace: 'refuseDevModeToken(token);',
    },
  },
  {
    section: '4.4',
    rule: 'collectOrder billingFirst: missing billing is told before Dev Mode.',
    proof: {
      file: 'readings',
      title: '4.4: missing billing is told before Dev Mode (collectOrder: billingFirst)',
    },
    mutation: {
      file: 'mock/operations/collect-cdr.ts',
      find: "if (engine.readings.collectOrder === 'billingFirst') refuseWithoutBilling(call);",
      replace: '',
    },
  },
  {
    section: '6.3',
    rule: 'webhookBackoff spread: the gaps grow from 30 seconds to 10 minutes.',
    proof: {
      file: 'readings',
      title: '6.3: the gaps grow from 30 seconds to 10 minutes (webhookBackoff: spread)',
    },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: "if (reading === 'double') {",
      replace: 'if (reading !== undefined) {',
    },
  },
  {
    section: '6.2',
    rule: "webhookHeaderId perAttempt: the header's id differs per attempt.",
    proof: {
      file: 'readings',
      title:
        "6.2: the header's id differs per attempt, the body's does not (webhookHeaderId: perAttempt)",
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: "readings.webhookHeaderId === 'same' ? delivery.webhookId : engine.ids.next('att')",
      replace: 'delivery.webhookId',
    },
  },
  {
    section: '6.1',
    rule: 'webhookBody frozen: the first body is sent again.',
    proof: {
      file: 'readings',
      title:
        '6.1: the body of the first attempt is sent again, under a new signature (webhookBody: frozen)',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'delivery.frozenBody ?? bodyOf(',
      replace: 'bodyOf(',
    },
  },
  {
    section: '6',
    rule: 'devModeEvent none: a Dev Mode completion is not announced.',
    proof: {
      file: 'readings',
      title: '6: a Dev Mode completion is not announced, another one is (devModeEvent: none)',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: "return !cdr.devMode || engine.readings.devModeEvent === 'sent';",
      replace: "return cdr.cdrId !== '';",
    },
  },
  {
    section: '6',
    rule: 'devModeEvent sent: a Dev Mode completion is announced.',
    proof: {
      file: 'readings',
      title: '6: a Dev Mode completion is announced (devModeEvent: sent)',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: "return !cdr.devMode || engine.readings.devModeEvent === 'sent';",
      replace: 'return !cdr.devMode;',
    },
  },
];
