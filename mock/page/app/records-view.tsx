import { useState } from 'preact/hooks';
import { formatNumber } from './format.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { RecordTable } from './record-table.tsx';
import { place } from './router.ts';
import type { RecordRow } from './rows.ts';
import { useLive } from './use-live.ts';

const PAGE = 50;

interface RecordPage {
  readonly total: number;
  readonly records: RecordRow[];
  readonly nextAfter?: string;
}

function pathOf(organization: string, domainId: string, after: string | undefined): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (organization !== '') query.set('organization', organization);
  if (domainId !== '') query.set('domainId', domainId);
  if (after !== undefined) query.set('after', after);
  return `/records?${query.toString()}`;
}

/** All records, a page at a time: the fake sorts them, and this page holds fifty. */
export function RecordsView() {
  const [organization, setOrganization] = useState(place.value.query.get('organization') ?? '');
  const [domainId, setDomainId] = useState('');
  // The last record of each page before this one, so that one can go back.
  const [trail, setTrail] = useState<readonly string[]>([]);
  const { data, error } = useLive<RecordPage>(pathOf(organization, domainId, trail.at(-1)));
  const { total = 0, records, nextAfter } = data ?? {};
  const first = trail.length * PAGE;
  const choose = (set: (value: string) => void) => (value: string) => {
    setTrail([]);
    set(value);
  };
  return (
    <>
      <h1 tabIndex={-1}>Records</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="Held by"
          any="Anybody"
          value={organization}
          onChange={choose(setOrganization)}
        />
        <label>
          <span>Domain</span>
          <input
            value={domainId}
            placeholder="sunroof.example"
            onChange={({ currentTarget }) => choose(setDomainId)(currentTarget.value.trim())}
          />
        </label>
      </form>
      {error !== undefined && <p role="alert">{error}</p>}
      <RecordTable
        caption={`Newest first, ${formatNumber(first + Math.min(1, records?.length ?? 0))} to ${formatNumber(first + (records?.length ?? 0))} of ${formatNumber(total)}`}
        records={records}
      />
      <nav class="buttons" aria-label="Pages of records">
        <button
          type="button"
          disabled={trail.length === 0}
          onClick={() => setTrail(trail.slice(0, -1))}
        >
          Newer
        </button>
        <button
          type="button"
          disabled={nextAfter === undefined}
          onClick={() => nextAfter !== undefined && setTrail([...trail, nextAfter])}
        >
          Older
        </button>
      </nav>
    </>
  );
}
