import { formatNumber } from '../ground/format.ts';
import type { ReadingRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Pill } from '../parts/pill.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

const flagOf = (name: string, value: string | number) => `--reading ${name}=${value}`;

/** What a client sees with a value. A number in a range needs no explanation. */
function Effect({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span class="said">{text}</span>;
}

function Here({ row }: { row: ReadingRow }) {
  const { value, effects } = row;
  return (
    <>
      <code>{value}</code> {value !== row.default && <Pill tone="wait">not the default</Pill>}
      <Effect text={effects?.[value]} />
    </>
  );
}

/** The other values, each with the flag that selects it. */
function Otherwise({ row }: { row: ReadingRow }) {
  const { name, value, values, range, effects } = row;
  const others = (values ?? []).filter((each) => each !== value);
  if (range !== null) {
    return (
      <>
        {formatNumber(range.min)} to {formatNumber(range.max)}
        <span class="said">
          <code>{flagOf(name, '…')}</code>
        </span>
      </>
    );
  }
  return (
    <ul>
      {others.map((each) => (
        <li key={each}>
          <span class="pills">
            <code>{each}</code>
            <CopyButton text={flagOf(name, each)} what={flagOf(name, each)}>
              Copy flag<span class="unseen"> {flagOf(name, each)}</span>
            </CopyButton>
          </span>
          <Effect text={effects?.[each]} />
        </li>
      ))}
    </ul>
  );
}

/** How this fake reads the open points of the specification. Nothing changes them while it runs. */
export function ReadingsView() {
  const { data, error } = useLive<{ readings: ReadingRow[] }>('/readings');
  const changed = data?.readings.filter((row) => row.value !== row.default) ?? [];
  return (
    <>
      <ViewTitle>Readings</ViewTitle>
      <p class="prose">
        A reading is how this fake interprets a point that the specification leaves open. Readings
        cannot change while the fake runs. To try another value, start the fake with its flag, for
        example <code>consent-evidence mock</code> <code>{flagOf('collectFalse', 'defer')}</code>,
        or set it in <code>readings</code> of <code>createMockService</code>.
      </p>
      <Table
        caption={
          changed.length === 0
            ? 'All at their defaults'
            : `Not at the default: ${changed.map(({ name }) => name).join(', ')}`
        }
        rows={data?.readings}
        error={error}
        keyOf={({ name }) => name}
        empty="No readings."
        columns={[
          { title: 'Reading', cell: ({ name }) => <code>{name}</code> },
          {
            title: 'Open point',
            cell: ({ meaning, section }) => (
              <>
                {meaning} <SectionText text={`§${section.replaceAll(', ', ', §')}`} />
              </>
            ),
          },
          { title: 'Value here', cell: (row) => <Here row={row} /> },
          { title: 'Other values', cell: (row) => <Otherwise row={row} /> },
        ]}
      />
    </>
  );
}
