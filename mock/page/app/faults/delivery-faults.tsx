import { useState } from 'preact/hooks';
import { AnswerForm } from '../deliveries/answer-form.tsx';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { organizations } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';

/** Makes the deliveries of an organization fail, by what its receiver answers (spec §6.3). */
export function DeliveryFaults() {
  const [organization, setOrganization] = useState('');
  const row = organizations.value.find((each) => each.organizationId === organization);
  return (
    <>
      <p class="prose">
        The fake’s own receiver stands in for yours: let it fail, hang, or forward to a program on
        this machine. A <a href={linkTo('deliveries')}>delivery</a> can also be sent with a wrong
        signature or an old timestamp, which your receiver must refuse.
      </p>
      <OrganizationSelect label="Events to" value={organization} onChange={setOrganization} />
      {row !== undefined && <AnswerForm key={organization} row={row} />}
    </>
  );
}
