import { OrganizationSelect } from '../fields/organization-select.tsx';
import { formatInstant } from '../ground/format.ts';
import { nameOf, organizations } from '../ground/live.ts';
import { filterAt } from '../ground/router.ts';
import type { ArrivalRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { emptyPage, Pages, pageCaption, pagePath, setFilter } from '../parts/list-pages.tsx';
import { Pill } from '../parts/pill.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { AnswerForm } from './answer-form.tsx';
import { SentText } from './delivery-attempt.tsx';

const VERDICTS = {
  valid: ['good', 'valid signature'],
  unsigned: ['wait', 'not signed'],
  wrongSignature: ['bad', 'wrong signature'],
  oldTimestamp: ['bad', 'timestamp too old'],
} as const;

function Arrived({ arrival, isOpen }: { arrival: ArrivalRow; isOpen: boolean }) {
  const { at, organizationId, message, verdict, status } = arrival;
  const [tone, text] = VERDICTS[verdict];
  return (
    <details class="attempt" open={isOpen}>
      <summary>
        {formatInstant(at)}, to {nameOf(organizationId)}: <Pill tone={tone}>{text}</Pill>{' '}
        {status === null ? 'not answered' : `answered ${status}`}
      </summary>
      <SentText sent={message} />
    </details>
  );
}

/** The fake's own receiver: what has arrived, whether it was signed, and what it answers (spec §6). */
export function ReceiverView() {
  const path = pagePath('/arrivals', ['organization']);
  const { data, error } = useLive<{ total: number; arrivals: ArrivalRow[] }>(path);
  const { total = 0, arrivals } = data ?? {};
  const chosen = organizations.value.find(
    ({ organizationId }) => organizationId === filterAt('organization'),
  );
  return (
    <>
      <ViewTitle>Webhook sink</ViewTitle>
      <p class="quiet">
        The fake’s own webhook receiver. It checks each signature, and refuses a wrong or an old one
        with 401.
      </p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="Organization"
          any="All"
          value={filterAt('organization')}
          onChange={(value) => setFilter('organization', value)}
        />
      </form>
      {chosen === undefined ? (
        <p>Choose an organization to set what the receiver answers to its events.</p>
      ) : (
        <AnswerForm key={chosen.organizationId} row={chosen} />
      )}
      {error !== undefined && <p role="alert">{error}</p>}
      <section>
        <h2>{total === 0 ? 'Messages' : pageCaption(total)}</h2>
        {arrivals?.length === 0 && <p class="quiet">{emptyPage('messages', 'No messages yet.')}</p>}
        {arrivals?.toReversed().map((arrival, index) => (
          <Arrived
            key={`${arrival.at} ${arrival.message.headers['x-svc-webhook-id']} ${total - index}`}
            arrival={arrival}
            isOpen={index === 0}
          />
        ))}
      </section>
      <Pages of="messages" total={total} />
    </>
  );
}
