import { OrganizationSelect } from '../fields/organization-select.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { formatInstant } from '../ground/format.ts';
import { worldNow } from '../ground/live.ts';
import { filterAt } from '../ground/router.ts';
import { setFilter } from '../parts/list-pages.tsx';

/** The filters of the log, as named in the address and the control API. */
export const REQUEST_FILTERS = ['organization', 'method', 'status', 'path', 'from'] as const;

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const;

const RESPONSES = [
  ['', 'All'],
  ['failed', 'Errors only'],
  ['2xx', '2xx'],
  ['202', '202 pending'],
  ['3xx', '3xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
  ['none', 'No response'],
] as const;

const MINUTE_MS = 60_000;

/** How long ago, in milliseconds of the world's clock. The address has the instant. */
const AGES: readonly (readonly [ms: number, text: string])[] = [
  [MINUTE_MS, 'The last minute'],
  [60 * MINUTE_MS, 'The last hour'],
  [24 * 60 * MINUTE_MS, 'The last 24 hours'],
];

function TimeSelect() {
  const from = filterAt('from');
  const at = Number(from);
  const isInstant = /^\d{1,15}$/.test(from);
  return (
    <SelectField
      label="Time"
      value={from}
      options={[
        ['', 'All'],
        ...(isInstant ? [[from, `Since ${formatInstant(at)}`] as const] : []),
        ...AGES.map(([ms, text]) => [`-${ms}`, text] as const),
      ]}
      onChange={(value) =>
        setFilter('from', value.startsWith('-') ? String(worldNow() + Number(value)) : value)
      }
    />
  );
}

/** Narrows the log by who asked, how, for what, when, and what was answered. */
export function RequestFilters() {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Method"
        value={filterAt('method')}
        options={[['', 'All'], ...METHODS.map((method) => [method, method] as const)]}
        onChange={(value) => setFilter('method', value)}
      />
      <label>
        <span>Path contains</span>
        <input
          value={filterAt('path')}
          placeholder="/v1/shares"
          onChange={({ currentTarget: { value } }) => setFilter('path', value.trim())}
        />
      </label>
      <SelectField
        label="Response"
        value={filterAt('status')}
        options={RESPONSES}
        onChange={(value) => setFilter('status', value)}
      />
      <OrganizationSelect
        label="By organization"
        any="All"
        value={filterAt('organization')}
        onChange={(value) => setFilter('organization', value)}
      />
      <TimeSelect />
    </form>
  );
}
