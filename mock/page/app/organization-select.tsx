import { organizations } from './live.ts';

interface OrganizationSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (organizationId: string) => void;
  /** What stands for none in particular; without it one must be chosen. */
  readonly any?: string;
}

/** Chooses an organization. */
export function OrganizationSelect({ label, value, onChange, any }: OrganizationSelectProps) {
  return (
    <label>
      <span>{label}</span>
      <select
        value={value}
        required={any === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{any ?? 'Choose one'}</option>
        {organizations.value.map(({ organizationId, name }) => (
          <option key={organizationId} value={organizationId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
