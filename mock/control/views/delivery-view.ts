import * as z from 'zod';
import type { Arrival } from '../../engine/arrivals.ts';
import type { AttemptTraffic } from '../../engine/traffic.ts';
import type { DeliveryProbe } from '../../service/controls/probe-delivery.ts';
import type { DeliveryAttempt } from '../../world/entities.ts';
import { instant } from '../control-schemas.ts';
import { attemptSchema } from './view-schemas.ts';

const sentSchema = z
  .strictObject({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  })
  .describe('What was sent by POST, byte for byte, including the signature.');

const answerSchema = z
  .strictObject({
    contentType: z.string().nullable(),
    text: z.string().describe('The first 2 KB of the body.'),
    isCut: z.boolean().describe('Whether the body was truncated.'),
  })
  .describe('The receiver’s response, apart from its status.');

/** One attempt with everything known about it. */
export const attemptDetailSchema = attemptSchema.extend({
  sent: sentSchema.nullable().describe('null if nothing was sent, or if it is no longer kept.'),
  answer: answerSchema.nullable(),
  why: z.string().nullable().describe('Why another attempt follows, or why not.'),
  nextAttemptAt: instant.nullable().describe('When the next attempt became due.'),
});

/** A message that reached the fake's own receiver. */
export const arrivalSchema = z.strictObject({
  at: instant,
  organizationId: z.string(),
  message: sentSchema,
  verdict: z
    .enum(['valid', 'unsigned', 'wrongSignature', 'oldTimestamp'])
    .describe('What a correct receiver finds (spec §6.2); the last two are refused with 401.'),
  status: z.number().nullable().describe('The status of the answer; null if there was none.'),
});

/** Returns an arrival as the control API shows it. */
export function arrivalView({ message, ...rest }: Arrival): z.output<typeof arrivalSchema> {
  return { ...rest, message: { ...message, headers: { ...message.headers } } };
}

/** The receiver's answer to a message that it must refuse. */
export const probeSchema = z.strictObject({
  status: z.number().nullable(),
  error: z.string().nullable(),
  sent: sentSchema,
  answer: answerSchema.nullable(),
  verdict: z.enum(['refused', 'taken', 'unclear']),
  meaning: z.string(),
});

function outcomeOf({ status, error }: DeliveryAttempt): string {
  if (status === undefined) return `there was no response (${error})`;
  if (status >= 300 && status < 400) return `${status} is a redirect, which is not followed`;
  return `${status} is not a 2xx`;
}

const FOLLOW_UPS: Readonly<Record<AttemptTraffic['followUp'], string>> = {
  acknowledged: '',
  triedAgain: 'so the event is sent again',
  attemptsSpent: 'and this was the fifth and last attempt',
  windowOver: 'and the next attempt would be more than an hour after the first, so there is none',
  recordInvalid: 'and the record was flagged invalid, so its event is no longer sent',
};

function whyOf(attempt: DeliveryAttempt, { followUp }: AttemptTraffic): string {
  if (followUp === 'acknowledged') {
    return `${attempt.status} is a 2xx: the event is acknowledged and is not sent again (spec §6.3)`;
  }
  return `${outcomeOf(attempt)}, ${FOLLOW_UPS[followUp]} (spec §6.3)`;
}

/** Returns the attempt, with its traffic if that is still kept. */
export function attemptDetail(
  attempt: DeliveryAttempt,
  traffic: AttemptTraffic | undefined,
): z.output<typeof attemptDetailSchema> {
  if (traffic === undefined) {
    return { ...attempt, sent: null, answer: null, why: null, nextAttemptAt: null };
  }
  const { sent, answer, nextAttemptAt } = traffic;
  return {
    ...attempt,
    sent: sent && { ...sent, headers: { ...sent.headers } },
    answer: answer && { ...answer },
    why: whyOf(attempt, traffic),
    nextAttemptAt,
  };
}

const TAKEN = {
  wrongSignature: 'it does not check the signature, so anyone can send it events',
  oldTimestamp:
    'it does not compare the timestamp with its clock, so an event can be replayed forever',
} as const;

type Judgement = Pick<z.output<typeof probeSchema>, 'verdict' | 'meaning'>;

function judge(change: keyof typeof TAKEN, { status, error }: DeliveryAttempt): Judgement {
  if (status === undefined) {
    return { verdict: 'unclear', meaning: `The receiver did not answer: ${error}.` };
  }
  if (status >= 200 && status < 300) {
    const meaning = `The receiver accepted it with ${status}, but must not: ${TAKEN[change]}.`;
    return { verdict: 'taken', meaning };
  }
  if (status >= 400 && status < 500 && status !== 404 && status !== 405) {
    return { verdict: 'refused', meaning: `The receiver refused it with ${status}, as it must.` };
  }
  const meaning = `The receiver responded with ${status}: it did not accept the message, but did not refuse it either.`;
  return { verdict: 'unclear', meaning };
}

/** Returns the probe, and what the answer says about the receiver. */
export function probeView(
  change: keyof typeof TAKEN,
  { attempt, answer, sent }: DeliveryProbe,
): z.output<typeof probeSchema> {
  return {
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    sent: { ...sent, headers: { ...sent.headers } },
    answer: answer && { ...answer },
    ...judge(change, attempt),
  };
}
