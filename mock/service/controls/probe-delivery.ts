import { WEBHOOK_TOLERANCE_SECONDS } from '../../../src/contract/limits.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type Engine, organizationOf } from '../../engine/engine.ts';
import type { SentMessage } from '../../engine/traffic.ts';
import type { StoredDelivery } from '../../world/entities.ts';
import { messageOf, type Posted, post } from '../webhooks/deliver.ts';

/** What is wrong with a message that every receiver must refuse. */
export type DeliveryChange = 'wrongSignature' | 'oldTimestamp';

/** Twice the age that receivers allow. */
const TOO_OLD_MS = 2 * WEBHOOK_TOLERANCE_SECONDS * 1000;

/** A test message and the receiver's response to it. */
export interface DeliveryProbe extends Pick<Posted, 'attempt' | 'answer'> {
  readonly sent: SentMessage;
}

/**
 * Sends a delivery's event once, changed so that every receiver must refuse it. This does not count
 * as an attempt: whatever the receiver answers, the delivery stays as it is.
 *
 * @throws `InvalidInputError` if the organization has no webhook, or its webhook has no secret.
 */
export async function probeDelivery(
  engine: Engine,
  delivery: StoredDelivery,
  change: DeliveryChange,
): Promise<DeliveryProbe> {
  const organization = organizationOf(engine.world, delivery.organizationId);
  const { webhook } = organization;
  if (webhook?.secret === undefined) {
    const what =
      webhook === null ? 'a webhook' : 'a webhook with a secret; nothing is signed without one';
    throw invalidInput('change', `expected the organization to have ${what}`);
  }
  const isOld = change === 'oldTimestamp';
  const target = isOld ? webhook : { ...webhook, secret: `${webhook.secret}_wrong` };
  const sent = await messageOf(engine, delivery, target, isOld ? TOO_OLD_MS : 0);
  const { attempt, answer } = await post(engine, organization, sent);
  return { sent, attempt, answer };
}
