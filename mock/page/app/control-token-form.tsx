import { useState } from 'preact/hooks';
import { FormPanel } from './fields/form-panel.tsx';
import { TextField } from './fields/text-field.tsx';
import { keepControlToken } from './ground/call-control.ts';
import { ViewTitle } from './parts/view-title.tsx';

/** Asks for the control token if the server was started with one. */
export function ControlTokenForm() {
  const [token, setToken] = useState('');
  return (
    <>
      <ViewTitle>Control token</ViewTitle>
      <p>This fake was started with a control token. The token is kept until you close this tab.</p>
      <FormPanel
        submitLabel="Continue"
        onSubmit={() => keepControlToken(token.trim()).then(() => '')}
      >
        <TextField
          label="Control token"
          type="password"
          value={token}
          onChange={setToken}
          isRequired
        />
      </FormPanel>
    </>
  );
}
