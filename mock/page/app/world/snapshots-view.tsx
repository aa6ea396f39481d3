import { useState } from 'preact/hooks';
import { FormPanel } from '../fields/form-panel.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import { withCharges } from '../ground/cost-of.ts';
import { formatInstant, formatNumber } from '../ground/format.ts';
import type { SnapshotRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Instant } from '../parts/instant.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { ActsTable } from './acts-table.tsx';

const NAME_MAX = 100;

const titleOf = ({ name, snapshotId }: SnapshotRow) => name ?? snapshotId;

const pathOf = ({ snapshotId }: SnapshotRow) => `/snapshots/${encodeURIComponent(snapshotId)}`;

const restore = (row: SnapshotRow): Promise<string> =>
  withCharges(async () => {
    const { now } = await callControl<{ now: number }>('POST', `${pathOf(row)}/restore`);
    return `Restored “${titleOf(row)}”. It is ${formatInstant(now)} UTC again.`;
  });

async function remove(row: SnapshotRow): Promise<string> {
  await callControl('DELETE', pathOf(row));
  return `Deleted “${titleOf(row)}”.`;
}

const reset = (): Promise<string> =>
  withCharges(async () => {
    const { now } = await callControl<{ now: number }>('POST', '/reset');
    return `Reset to the start. It is ${formatInstant(now)} UTC again.`;
  });

function TakeForm() {
  const [name, setName] = useState('');
  const take = async (): Promise<string> => {
    const body = name.trim() === '' ? {} : { name: name.trim().slice(0, NAME_MAX) };
    const taken = await callControl<SnapshotRow>('POST', '/snapshots', body);
    setName('');
    return `Took snapshot “${titleOf(taken)}”.`;
  };
  return (
    <FormPanel submitLabel="Take a snapshot" onSubmit={take}>
      <TextField label="Name" value={name} onChange={setName} hint="Default: a number." />
    </FormPanel>
  );
}

function SnapshotTable() {
  const { data, error } = useLive<{ snapshots: SnapshotRow[] }>('/snapshots');
  return (
    <Table
      caption="Snapshots, newest first"
      rows={data?.snapshots.toReversed()}
      error={error}
      keyOf={({ snapshotId }) => snapshotId}
      empty="No snapshots yet."
      columns={[
        { title: 'Snapshot', cell: titleOf },
        { title: 'Clock', isNumber: true, cell: ({ now }) => <Instant at={now} /> },
        { title: 'Records', isNumber: true, cell: ({ records }) => formatNumber(records) },
        {
          title: 'Actions',
          cell: (row) => (
            <span class="buttons">
              <ActionButton act={() => restore(row)}>
                Restore<span class="unseen"> {titleOf(row)}</span>
              </ActionButton>
              <ActionButton isLook act={() => remove(row)}>
                Delete<span class="unseen"> {titleOf(row)}</span>
              </ActionButton>
            </span>
          ),
        },
      ]}
    />
  );
}

/** Snapshots to go back to, undo, and the way back to the start. */
export function SnapshotsView() {
  return (
    <>
      <ViewTitle>Snapshots</ViewTitle>
      <p>
        A snapshot keeps everything, including the clock, until the fake stops. Restoring a snapshot
        discards what has happened since. To keep that too, take another snapshot first.
      </p>
      <TakeForm />
      <SnapshotTable />
      <h2>Undo</h2>
      <p>
        You can undo any of the last 20 actions. This restores everything to the moment before the
        action, including the clock, and so undoes all later actions too. Webhooks that were already
        sent stay sent.
      </p>
      <ActsTable />
      <h2>Start over</h2>
      <p>
        Returns everything to its initial state, including the clock and the seed. Snapshots are
        kept.
      </p>
      <p class="buttons">
        <ConfirmButton label="Reset" question="Discard everything that has happened?" act={reset} />
      </p>
    </>
  );
}
