import { useState } from 'preact/hooks';
import { FormPanel } from '../fields/form-panel.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import type { RequestDetail, RequestMessage } from '../ground/rows.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { copyText } from '../parts/copy-button.tsx';
import { curlOf } from '../parts/curl-of.ts';
import { Identifier } from '../parts/identifier.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { AnswerPill } from './answer-pill.tsx';
import { messageOf, sendMessage, targetOf } from './send-message.ts';

const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const;

const answerOf = ({ status, code }: RequestDetail): string =>
  status === 0 ? 'no response' : [status, code].filter(Boolean).join(' ');

function Sent({ request }: { request: RequestDetail | undefined }) {
  if (request === undefined) return null;
  const { requestId, why, cost } = request;
  return (
    <div class={`result ${request.status >= 400 || request.status === 0 ? 'bad' : 'good'}`}>
      <p>
        Sent as <Identifier kind="request" id={requestId} /> <AnswerPill {...request} />
      </p>
      <p>
        <SectionText text={why} />
      </p>
      <p>{cost}</p>
    </div>
  );
}

interface ChangeFormProps {
  readonly message: RequestMessage;
  readonly onSend: (message: RequestMessage) => Promise<string>;
}

/** The request with its secrets, to be changed and sent. */
function ChangeForm({ message, onSend }: ChangeFormProps) {
  const [method, setMethod] = useState(message.method);
  const [target, setTarget] = useState(targetOf(message));
  const [apiKey, setApiKey] = useState(message.headers['x-api-key'] ?? '');
  const [body, setBody] = useState(message.body ?? '');
  const send = (): Promise<string> => {
    const url = new URL(target, location.origin);
    if (url.origin !== location.origin) throw new Error('expected a path of this fake');
    const { 'x-api-key': _, ...rest } = message.headers;
    const headers = apiKey === '' ? rest : { ...rest, 'x-api-key': apiKey };
    return onSend({ method, url: url.href, headers, body: body === '' ? null : body });
  };
  return (
    <FormPanel submitLabel="Send changed" onSubmit={async () => send()}>
      <div class="fields">
        <SelectField
          label="Method"
          value={method}
          options={METHODS.map((each) => [each, each])}
          onChange={setMethod}
        />
        <TextField label="X-API-Key" type="password" value={apiKey} onChange={setApiKey} />
      </div>
      <TextField label="Path and query" value={target} onChange={setTarget} isRequired />
      <TextArea label="Body" rows={8} isCode value={body} onChange={setBody} />
    </FormPanel>
  );
}

/** Sends a request again, unchanged or changed, and copies it as a command. */
export function SendAgain({ requestId }: { requestId: string }) {
  const [message, setMessage] = useState<RequestMessage>();
  const [sent, setSent] = useState<RequestDetail>();
  const send = async (what: RequestMessage): Promise<string> => {
    setSent(undefined);
    const request = await sendMessage(what);
    setSent(request);
    return `Sent again. Result: ${answerOf(request)}. ${request.cost}`;
  };
  const change = async (): Promise<string> => {
    setMessage(await messageOf(requestId));
    return '';
  };
  const copy = async (): Promise<string> => {
    await copyText(curlOf(await messageOf(requestId)));
    return 'Copied the curl command, with its key.';
  };
  return (
    <section aria-label="Send again">
      <p class="buttons">
        <ActionButton act={async () => send(await messageOf(requestId))}>Send again</ActionButton>
        <ActionButton isLook act={change}>
          Change and send…
        </ActionButton>
        <ActionButton isLook act={copy}>
          Copy as curl
        </ActionButton>
      </p>
      {message !== undefined && <ChangeForm message={message} onSend={send} />}
      <Sent request={sent} />
    </section>
  );
}
