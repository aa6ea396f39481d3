import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { isCdrCompleted } from '../../src/webhooks/handler/is-cdr-completed.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { eventBody, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const whole = JSON.parse(eventBody()) as Record<string, unknown>;
const CHECKED = ['event', 'webhookId', 'cdrId'];
const unchecked = Object.keys(whole).filter((name) => !CHECKED.includes(name));

describe('isCdrCompleted', () => {
  it('promises of a verified event no field that was not checked (6.1)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(unchecked), async (missing) => {
        const left = Object.entries(whole).filter(([name]) => !missing.includes(name));
        const body = JSON.stringify(Object.fromEntries(left));
        const headers = signedHeaders(body);
        const { event } = await verifyWebhook({ body, headers, secret: SECRET, now });
        // A skipped event would be acknowledged and never sent again.
        expect(isCdrCompleted(event)).toBe(true);
        // A type test checks that the schema matches the type.
        expect(cdrCompletedEventSchema().parse(event)).toEqual(event);
      }),
    );
  });

  it('is false for an event of another name', () => {
    expect(isCdrCompleted({ event: 'cdr.archived', webhookId: 'wh_1' })).toBe(false);
  });
});
