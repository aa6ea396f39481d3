import { OrganizationSelect } from '../fields/organization-select.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { filterAt } from '../ground/router.ts';
import { setFilter } from './list-pages.tsx';

interface ListFiltersProps {
  /** The label of the organization filter. */
  readonly organization: string;
  /**
   * The other filter, as named in the address and the control API, and its choices besides "All".
   */
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** Filters that narrow a list by organization and one other property. Both are in the address. */
export function ListFilters({ organization, name, label, options }: ListFiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <OrganizationSelect
        label={organization}
        any="All"
        value={filterAt('organization')}
        onChange={(value) => setFilter('organization', value)}
      />
      <SelectField
        label={label}
        value={filterAt(name)}
        options={[['', 'All'], ...options]}
        onChange={(value) => setFilter(name, value)}
      />
    </form>
  );
}
