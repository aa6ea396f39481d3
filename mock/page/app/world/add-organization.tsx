import { useState } from 'preact/hooks';
import { CheckBox } from '../fields/check-box.tsx';
import { FormPanel } from '../fields/form-panel.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import { goTo, linkTo } from '../ground/router.ts';

/** Adds an organization with a key, and shows what to connect a program with. */
export function AddOrganization() {
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const [hasBilling, setBilling] = useState(true);
  const [collects, setCollects] = useState(true);
  const add = async (): Promise<string> => {
    const body = {
      name: name.trim(),
      ...(id.trim() !== '' && { organizationId: id.trim() }),
      billing: hasBilling,
      autoCollect: collects,
    };
    const { organizationId } = await callControl<{ organizationId: string }>(
      'POST',
      '/organizations',
      body,
    );
    setName('');
    setId('');
    goTo(linkTo('organizations', '', { organization: organizationId }));
    return `Added ${body.name}. It has a key.`;
  };
  return (
    <details>
      <summary>Add organization</summary>
      <FormPanel submitLabel="Add organization" onSubmit={add}>
        <div class="fields">
          <TextField label="Name" value={name} onChange={setName} isRequired />
          <TextField label="Id" value={id} onChange={setId} hint="Optional." />
        </div>
        <CheckBox label="Billing is set up" checked={hasBilling} onChange={setBilling} />
        <CheckBox
          label="Collects its captures automatically"
          checked={collects}
          onChange={setCollects}
        />
      </FormPanel>
    </details>
  );
}
