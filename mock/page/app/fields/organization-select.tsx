import { organizations } from '../ground/live.ts';
import type { Note } from './field-notes.tsx';
import { SelectField } from './select-field.tsx';

interface OrganizationSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (organizationId: string) => void;
  /** The label for no particular organization. Without it, one must be chosen. */
  readonly any?: string;
  readonly notes?: readonly Note[];
}

/** A choice of organizations. */
export function OrganizationSelect(props: OrganizationSelectProps) {
  const { label, value, onChange, any, notes = [] } = props;
  const known = organizations.value.map(
    ({ organizationId, name }) => [organizationId, name] as const,
  );
  return (
    <SelectField
      label={label}
      // Where one must be chosen, one that is gone counts as none.
      value={any !== undefined || known.some(([id]) => id === value) ? value : ''}
      options={[['', any ?? 'Choose one'], ...known]}
      onChange={onChange}
      isRequired={any === undefined}
      notes={notes}
    />
  );
}
