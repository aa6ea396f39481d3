import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';
import { ActsTable } from './acts-table.tsx';
import { announce } from './announce.ts';
import { callControl } from './call-control.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { FormPanel } from './form-panel.tsx';
import { formatInstant, formatNumber } from './format.ts';
import { Instant } from './instant.tsx';
import type { SnapshotRow } from './rows.ts';
import { Table } from './table.tsx';
import { TextField } from './text-field.tsx';
import { useLive } from './use-live.ts';

const NAME_MAX = 100;

const titleOf = ({ name, snapshotId }: SnapshotRow) => name ?? snapshotId;

const pathOf = ({ snapshotId }: SnapshotRow) => `/snapshots/${encodeURIComponent(snapshotId)}`;

async function restore(row: SnapshotRow): Promise<string> {
  const { now } = await callControl<{ now: number }>('POST', `${pathOf(row)}/restore`);
  return `“${titleOf(row)}” is restored: it is ${formatInstant(now)} UTC.`;
}

async function forget(row: SnapshotRow): Promise<string> {
  await callControl('DELETE', pathOf(row));
  return `“${titleOf(row)}” is forgotten.`;
}

async function reset(): Promise<string> {
  const { now } = await callControl<{ now: number }>('POST', '/reset');
  return `The world has begun anew: it is ${formatInstant(now)} UTC.`;
}

function TakeForm() {
  const [name, setName] = useState('');
  const take = async (): Promise<void> => {
    const body = name.trim() === '' ? {} : { name: name.trim().slice(0, NAME_MAX) };
    const taken = await callControl<SnapshotRow>('POST', '/snapshots', body);
    setName('');
    announce(`“${titleOf(taken)}” is taken.`);
  };
  return (
    <FormPanel submitLabel="Take a snapshot" onSubmit={take}>
      <TextField label="Name" value={name} onChange={setName} hint="A number where it is empty." />
    </FormPanel>
  );
}

function SnapshotTable({ snapshots }: { snapshots: readonly SnapshotRow[] | undefined }) {
  return (
    <Table
      caption="Newest first"
      rows={snapshots}
      keyOf={({ snapshotId }) => snapshotId}
      empty="No snapshot has been taken."
      columns={[
        { title: 'Snapshot', cell: titleOf },
        { title: "The world's time", isNumber: true, cell: ({ now }) => <Instant at={now} /> },
        { title: 'Records', isNumber: true, cell: ({ records }) => formatNumber(records) },
        {
          title: 'Use',
          cell: (row) => (
            <span class="buttons">
              <ActionButton act={() => restore(row)}>
                Restore<span class="unseen"> {titleOf(row)}</span>
              </ActionButton>
              <ActionButton isLook act={() => forget(row)}>
                Forget<span class="unseen"> {titleOf(row)}</span>
              </ActionButton>
            </span>
          ),
        },
      ]}
    />
  );
}

/** States that are kept to come back to, and the way back to the start. */
export function SnapshotsView() {
  const { data, error } = useLive<{ snapshots: SnapshotRow[] }>('/snapshots');
  return (
    <>
      <h1 tabIndex={-1}>Snapshots</h1>
      <p>
        A snapshot keeps everything, the time included, until the fake stops. Restoring one drops
        what has happened since; take another first where that is wanted.
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
      <TakeForm />
      <SnapshotTable snapshots={data?.snapshots.toReversed()} />
      <h2>Take back</h2>
      <p>
        The world before each of the last 20 acts is kept. Taking one back puts everything back as
        it was, the time and all that was done since included; receivers keep what they were sent.
      </p>
      <ActsTable />
      <h2>Begin anew</h2>
      <p>Back to the world's begin, clock and seed included. The snapshots stay.</p>
      <p class="buttons">
        <ConfirmButton label="Reset" question="Drop all that has happened?" act={reset} />
      </p>
    </>
  );
}
