import type { Rule } from '../rule.ts';

export const deliveriesRules: readonly Rule[] = [
  {
    section: '6.1',
    rule: 'webhookId is one over all attempts.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: webhookId is one over all attempts, in body and header, and another per record',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'const { webhookId } = delivery;',
      replace: 'const webhookId = `${delivery.webhookId}-${delivery.tries}`;',
    },
  },
  {
    section: '6.1',
    rule: 'The body is made anew for each attempt.',
    proof: {
      file: 'webhooks-out',
      title: '6.1: the body is made anew for each attempt, its downloadUrl too',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: "readings.webhookBody === 'frozen' ?",
      replace: "readings.webhookBody !== 'frozen' ?",
    },
  },
  {
    section: '6',
    rule: 'A webhook goes to http or https and nowhere else.',
    proof: {
      file: 'webhooks-out',
      title: '6: a webhook may be http:// for a local receiver, and is nothing but http or https',
    },
    mutation: {
      file: 'mock/controls/organizations.ts',
      find: '/^https?:$/.test(new URL(url).protocol)',
      replace: "new URL(url).protocol !== ''",
    },
  },
  {
    section: '6.3',
    rule: 'A 3xx is no success.',
    proof: { file: 'webhook-attempts', title: '6.3: 302 is a failure' },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: 'status >= 200 && status < 300',
      replace: 'status >= 200 && status < 400',
    },
  },
  {
    section: '6.3',
    rule: 'Any 2xx is a success.',
    proof: { file: 'webhook-attempts', title: '6.3: 204 is a success and not sent again' },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: 'status >= 200 && status < 300',
      replace: 'status === 200',
    },
  },
  {
    section: '6.3',
    rule: 'What was delivered is not sent again.',
    proof: { file: 'webhook-attempts', title: '6.3: 200 is a success and not sent again' },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: "state: 'delivered', nextAttemptAt: null",
      replace: "state: 'due', nextAttemptAt: endedAt + 30_000",
    },
  },
  {
    section: '6.3',
    rule: 'A redirect is not followed.',
    proof: { file: 'webhook-attempts', title: '6.3: a redirect is not followed' },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: "redirect: 'manual'",
      replace: "redirect: 'follow'",
    },
  },
  {
    section: '6.3',
    rule: 'There are 5 attempts in all.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: 5 attempts in all, 30, 60, 120 and 240 seconds apart, and then none',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'WEBHOOK_MAX_ATTEMPTS = 5;',
      replace: 'WEBHOOK_MAX_ATTEMPTS = 6;',
    },
  },
  {
    section: '6.3',
    rule: 'The first gap is 30 seconds.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: 5 attempts in all, 30, 60, 120 and 240 seconds apart, and then none',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'WEBHOOK_BACKOFF_MIN_MS = 30 *',
      replace: 'WEBHOOK_BACKOFF_MIN_MS = 31 *',
    },
  },
  {
    section: '6.3',
    rule: 'The gaps grow exponentially.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: 5 attempts in all, 30, 60, 120 and 240 seconds apart, and then none',
    },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: 'WEBHOOK_BACKOFF_MIN_MS * 2 ** (tries - 1)',
      replace: 'WEBHOOK_BACKOFF_MIN_MS * tries',
    },
  },
  {
    section: '8',
    rule: 'The longest gap is 10 minutes.',
    proof: {
      file: 'readings',
      title: '6.3: the gaps grow from 30 seconds to 10 minutes (webhookBackoff: spread)',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'WEBHOOK_BACKOFF_MAX_MS = 600 *',
      replace: 'WEBHOOK_BACKOFF_MAX_MS = 660 *',
    },
  },
  {
    section: '6.3',
    rule: 'The attempts stay within one hour.',
    unprovable:
      'five attempts of at most 20 seconds with the longest gaps that there are end after some 17 minutes, so the hour is never reached',
  },
  {
    section: '6.3',
    rule: 'No answer at all is a failure.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: no answer at all is a failure, told by its error',
    },
    mutation: {
      file: 'mock/webhooks/deliver.ts',
      find: 'return { attempt: { at, error: describe(error) }, tookMs: 0 };',
      replace: 'return { attempt: { at, status: 200, error: describe(error) }, tookMs: 0 };',
    },
  },
  {
    section: '6.3',
    rule: 'An attempt is cut off after 20 seconds.',
    proof: {
      file: 'webhook-attempts',
      title: "6.3: a receiver that hangs is cut off, and costs 20 seconds of the world's time",
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'WEBHOOK_ATTEMPT_TIMEOUT_MS = 20 *',
      replace: 'WEBHOOK_ATTEMPT_TIMEOUT_MS = 21 *',
    },
  },
  {
    section: '6.3',
    rule: 'An acknowledgement sets webhookSuccessfullySentAt.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: an acknowledgement sets webhookSuccessfullySentAt, for that organization alone',
    },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: 'webhookAcknowledgedAt: endedAt,',
      replace: 'webhookAcknowledgedAt: null,',
    },
  },
  {
    section: '2.3',
    rule: 'webhookSuccessfullySentAt is of that organization alone.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: an acknowledgement sets webhookSuccessfullySentAt, for that organization alone',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'world.holdings.get(cdr.cdrId, viewer.organization.organizationId)',
      replace: 'world.holdings.get(cdr.cdrId, cdr.organizationId)',
    },
  },
  {
    section: '6.3',
    rule: 'A redelivery is a fresh round of attempts.',
    proof: {
      file: 'webhook-attempts',
      title: '6.3: a redelivery is a fresh round of attempts with the same webhookId',
    },
    mutation: {
      file: 'mock/webhooks/schedule.ts',
      find: "    ...delivery,\n    state: 'due',\n    tries: 0,",
      replace: "    ...delivery,\n    state: 'due',",
    },
  },
];
