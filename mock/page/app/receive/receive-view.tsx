import { useState } from 'preact/hooks';
import { TextField } from '../fields/text-field.tsx';
import { goTo, linkTo, place } from '../ground/router.ts';
import { tokenOf } from '../ground/token-of.ts';
import { ViewTitle } from '../parts/view-title.tsx';
import { LiveTokenSelect } from './live-token-select.tsx';
import { ReceivePanel } from './receive-panel.tsx';

/** Receives a shared record with criteria, as the buyer's client would (spec §4.6). */
export function ReceiveView() {
  const [text, setText] = useState(place.value.query.get('token') ?? '');
  const token = tokenOf(text);
  return (
    <>
      <ViewTitle>Receive</ViewTitle>
      <p>
        The criteria are judged before anything is written: a refused record costs nothing, and the
        token stays usable.
      </p>
      <div class="panel">
        <LiveTokenSelect
          value={token}
          onChange={(chosen) => goTo(linkTo('receive', '', { token: chosen }))}
        />
        <TextField
          label="Share URL or token"
          type="password"
          value={text}
          onChange={setText}
          hint="A bearer credential, so it is hidden."
        />
      </div>
      <ReceivePanel key={token} token={token} showCriteria />
    </>
  );
}
