import { useState } from 'preact/hooks';
import { callControl } from '../ground/call-control.ts';
import type { DeliveryDetail, ProbeReply } from '../ground/rows.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { AnswerText, SentText } from './delivery-attempt.tsx';

const CHANGES = [
  ['wrongSignature', 'Send with a wrong signature'],
  ['oldTimestamp', 'Send with an old timestamp'],
] as const;

const TONES = { refused: 'good', taken: 'bad', unclear: 'wait' } as const;

const pathOf = (webhookId: string) => `/deliveries/${encodeURIComponent(webhookId)}`;

/** Sends the event again now and returns how that went. */
export async function sendAgain(webhookId: string): Promise<string> {
  const path = pathOf(webhookId);
  await callControl('POST', `${path}/redeliver`);
  // It is due now, but on a stopped clock nothing else would send it.
  await callControl('POST', '/clock/advance', {});
  const { delivery } = await callControl<{ delivery: DeliveryDetail }>('GET', path);
  const { status, error = 'not sent yet' } = delivery.attempts.at(-1) ?? {};
  return `Sent again. Result: ${status ?? error}. Deliveries are never charged.`;
}

function Probe({ probe }: { probe: ProbeReply | undefined }) {
  if (probe === undefined) return null;
  return (
    <div class={`result ${TONES[probe.verdict]}`}>
      <p>
        <SectionText text={probe.meaning} />
      </p>
      <p class="quiet">This was only a test: the delivery is unchanged, and nothing was charged.</p>
      <AnswerText answer={probe.answer} />
      <details>
        <summary>What was sent</summary>
        <SentText sent={probe.sent} />
      </details>
    </div>
  );
}

/** Buttons that send the event again, as it should be or so that every receiver must refuse it. */
export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const [probe, setProbe] = useState<ProbeReply>();
  const { webhookId, target } = delivery;
  const send = async (change: string): Promise<string> => {
    setProbe(undefined);
    const path = `${pathOf(webhookId)}/send-changed`;
    const answer = await callControl<ProbeReply>('POST', path, { change });
    setProbe(answer);
    return answer.meaning;
  };
  return (
    <section aria-label="Actions">
      <p class="buttons">
        <ActionButton isDisabled={target === null} act={() => sendAgain(webhookId)}>
          Send again
        </ActionButton>
        {CHANGES.map(([change, label]) => (
          <ActionButton key={change} isDisabled={target?.signed !== true} act={() => send(change)}>
            {label}
          </ActionButton>
        ))}
      </p>
      {target?.signed === false && (
        <p class="quiet">The webhook has no secret, so there is no signature to change.</p>
      )}
      <Probe probe={probe} />
    </section>
  );
}
