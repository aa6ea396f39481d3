import type { Rule } from '../rule.ts';

export const eventRules: readonly Rule[] = [
  {
    section: '6.1',
    rule: 'A completed record is announced once.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: a completed record is announced once, as a POST of JSON',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (announces(engine, cdr)) scheduleDelivery(engine, cdr, at);',
      replace:
        'if (announces(engine, cdr)) scheduleDelivery(engine, cdr, at);\n  if (announces(engine, cdr)) scheduleDelivery(engine, cdr, at);',
    },
  },
  {
    section: '6.1',
    rule: 'The event is a POST.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: a completed record is announced once, as a POST of JSON',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: "method: 'POST'",
      replace: "method: 'PUT'",
    },
  },
  {
    section: '6.1',
    rule: 'The event is JSON.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: a completed record is announced once, as a POST of JSON',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: "'content-type': 'application/json'",
      replace: "'content-type': 'text/plain'",
    },
  },
  {
    section: '6.1',
    rule: 'The event names the receiving organization in orgId.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: the event tells the record, and nothing that the contract does not know',
    },
    mutation: {
      file: 'mock/webhooks/event.ts',
      find: 'orgId: organization.organizationId',
      replace: 'orgId: organization.name',
    },
  },
  {
    section: '6.1',
    rule: 'ip is null where it is unknown.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: ip and userAgent may be null; disclosures and downloadUrl may be absent',
    },
    mutation: {
      file: 'mock/webhooks/event.ts',
      find: 'ip: signerTelemetry?.ip ?? null,',
      replace: 'ip: (signerTelemetry?.ip ?? undefined) as string,',
    },
  },
  {
    section: '6.1',
    rule: 'disclosures are there only where the record carries them.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: ip and userAgent may be null; disclosures and downloadUrl may be absent',
    },
    mutation: {
      file: 'mock/webhooks/event.ts',
      find: '...(declaredDisclosures === undefined ? {} : { disclosures: declaredDisclosures }),',
      replace: 'disclosures: declaredDisclosures ?? [],',
    },
  },
  {
    section: '6.1',
    rule: 'The downloadUrl of an event lives 300 seconds.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: the downloadUrl of an event works for 300 seconds',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'DOWNLOAD_URL_LIFETIME_MS = 300 *',
      replace: 'DOWNLOAD_URL_LIFETIME_MS = 299 *',
    },
  },
  {
    section: '6.1',
    rule: 'The event comes when the rendering finishes, not at the capture.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: the event comes when rendering finishes, not at the capture',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (cdr.pending === null) list(engine, organizationId, cdr);',
      replace: "if (via === 'capture') scheduleDelivery(engine, cdr, at);",
    },
  },
  {
    section: '3',
    rule: 'An invalid record is not announced.',
    proof: {
      file: 'webhooks-out',
      title: '3: an invalid record is not announced when its rendering finishes',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'cdr.invalid || organizationOf(',
      replace: 'organizationOf(',
    },
  },
  {
    section: '6',
    rule: 'A Dev Mode event carries no downloadUrl.',
    proof: {
      file: 'webhooks-out',
      title: '6: a Dev Mode completion is announced without a downloadUrl',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'if (cdr.devMode) return { collected: false, devMode: true };',
      replace:
        'if (cdr.devMode) return { collected: true, downloadUrl: downloadUrlOf(viewer, cdr.cdrId) };',
    },
  },
  {
    section: '6',
    rule: 'Without a webhook nothing is due.',
    proof: { file: 'webhooks-out', title: '6: without a webhook nothing is due' },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'cdr.invalid || organizationOf(engine.world, cdr.organizationId).webhook === null',
      replace: 'cdr.invalid',
    },
  },
  {
    section: '6.3',
    rule: 'Sharing, receiving and collecting announce nothing.',
    proof: {
      file: 'webhooks-out',
      title: '6.3: sharing, receiving and collecting announce nothing',
    },
    mutation: {
      file: 'mock/record-life.ts',
      find: 'if (cdr.pending === null) list(engine, organizationId, cdr);',
      replace:
        "if (cdr.pending === null) list(engine, organizationId, cdr);\n  if (via === 'receive') scheduleDelivery(engine, { ...cdr, organizationId }, at);",
    },
  },
  {
    section: '6.2',
    rule: 'X-SVC-Timestamp is in seconds.',
    proof: {
      file: 'webhooks-out',
      title:
        '6.2: the timestamp header is in seconds, the body in milliseconds, both of this attempt',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'timestamp: Math.floor(stamp / 1000),',
      replace: 'timestamp: stamp,',
    },
  },
  {
    section: '6.1',
    rule: 'timestamp in the body is in milliseconds.',
    proof: {
      file: 'webhooks-out',
      title:
        '6.2: the timestamp header is in seconds, the body in milliseconds, both of this attempt',
    },
    mutation: {
      file: 'mock/webhooks/event.ts',
      find: '    webhookId,\n    timestamp,',
      replace: '    webhookId,\n    timestamp: Math.floor(timestamp / 1000),',
    },
  },
  {
    section: '6.2',
    rule: 'Each attempt is signed anew.',
    proof: {
      file: 'webhooks-out',
      title:
        '6.2: the timestamp header is in seconds, the body in milliseconds, both of this attempt',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'timestamp: Math.floor(stamp / 1000),',
      replace: 'timestamp: Math.floor(delivery.roundStartedAt / 1000),',
    },
  },
  {
    section: '6.2',
    rule: 'The signature is over the bytes that are sent.',
    proof: {
      file: 'webhooks-out',
      title: '6.2: every attempt is signed anew, over the bytes that were sent',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'signWebhook({ body, secret,',
      replace: 'signWebhook({ body: JSON.stringify(JSON.parse(body), null, 1), secret,',
    },
  },
  {
    section: '6.2',
    rule: 'Without a secret there is no signature.',
    proof: { file: 'webhooks-out', title: '6.2: without a secret only the id header is sent' },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'const { secret } = target;',
      replace: "const { secret = 'none' } = target;",
    },
  },
  {
    section: '6.2',
    rule: 'X-SVC-Webhook-Id is always there.',
    proof: { file: 'webhooks-out', title: '6.2: without a secret only the id header is sent' },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: ", 'x-svc-webhook-id': webhookId };",
      replace: ' };',
    },
  },
];
