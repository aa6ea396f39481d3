import { signal } from '@preact/signals';
import { CriteriaEditor } from '../criteria/criteria-editor.tsx';
import { readCriteria } from '../criteria/criteria-text.ts';
import { FormPanel } from '../fields/form-panel.tsx';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { clock } from '../ground/live.ts';
import { ReceiveResult } from './receive-result.tsx';
import { type Receiving, useReceive } from './use-receive.ts';

interface PendingProps {
  readonly state: Receiving;
  readonly onStop: () => void;
}

function Pending({ state, onStop }: PendingProps) {
  const { attempts, retryInSeconds, failure } = state;
  return (
    <div class="result wait">
      <p>
        <strong>202 CDR_PENDING</strong>: the record is not rendered yet. {attempts}{' '}
        {attempts === 1 ? 'attempt' : 'attempts'}
        {retryInSeconds === undefined ? '.' : `; next attempt in ${retryInSeconds} s.`}
      </p>
      {clock.value?.running === false && (
        <p>The fake's clock is stopped. If rendering depends on time, advance the clock.</p>
      )}
      {failure !== undefined && <p role="alert">The last attempt failed: {failure}</p>}
      {retryInSeconds !== undefined && (
        <button type="button" onClick={onStop}>
          Stop retrying
        </button>
      )}
    </div>
  );
}

/** The last buyer and criteria, still there for another token, or when the form is opened again. */
const draft = signal({ organization: '', text: '' });

const change = (part: Partial<typeof draft.value>) => (draft.value = { ...draft.value, ...part });

/** A form that receives the record behind a token, and the result. */
export function ReceivePanel({ token, showCriteria }: { token: string; showCriteria: boolean }) {
  const { organization, text } = draft.value;
  const { state, ask, giveUp } = useReceive(token);
  const criteria = <CriteriaEditor text={text} onChange={(typed) => change({ text: typed })} />;
  const receive = async (): Promise<string> => {
    if (token === '') throw new Error('Not sent: choose a share link, or enter its token.');
    const read = readCriteria(text);
    if ('fault' in read) throw new Error(`Not sent: the criteria are ${read.fault}.`);
    return ask(organization, read.value);
  };
  return (
    <>
      <FormPanel submitLabel="Receive" onSubmit={receive}>
        <OrganizationSelect
          label="Receive as"
          value={organization}
          onChange={(chosen) => change({ organization: chosen })}
        />
        {showCriteria ? (
          criteria
        ) : (
          <details>
            <summary>With acceptance criteria</summary>
            {criteria}
          </details>
        )}
      </FormPanel>
      {state !== undefined &&
        (state.reply.code === 'CDR_PENDING' ? (
          <Pending state={state} onStop={giveUp} />
        ) : (
          <ReceiveResult reply={state.reply} criteria={state.criteria} />
        ))}
    </>
  );
}
