import { callControl } from '../ground/call-control.ts';
import { formatNumber } from '../ground/format.ts';
import type { FaultRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { DeliveryFaults } from './delivery-faults.tsx';
import { FaultForm } from './fault-form.tsx';
import { faultTarget, faultWords } from './fault-words.ts';

const COLUMNS: readonly Column<FaultRow>[] = [
  { title: 'Operation', cell: (fault) => <code>{faultTarget(fault)}</code> },
  { title: 'What it does', cell: faultWords },
  {
    title: 'When',
    cell: ({ phase }) => (phase === 'before' ? 'before processing' : 'after processing'),
  },
  { title: 'Hits', isNumber: true, cell: ({ struck }) => formatNumber(struck) },
];

async function remove({ faultId }: FaultRow): Promise<string> {
  await callControl('DELETE', `/faults/${encodeURIComponent(faultId)}`);
  return 'Fault removed.';
}

const inForce: readonly Column<FaultRow>[] = [
  ...COLUMNS,
  {
    title: 'Times left',
    isNumber: true,
    cell: ({ times }) => (times === 'always' ? 'unlimited' : formatNumber(times)),
  },
  {
    title: 'Remove',
    cell: (fault) => (
      <ActionButton act={() => remove(fault)}>
        Remove<span class="unseen"> the fault {fault.faultId}</span>
      </ActionButton>
    ),
  },
];

async function removeAll(): Promise<string> {
  await callControl('DELETE', '/faults');
  return 'All faults cleared.';
}

interface FaultsReply {
  readonly faults: readonly FaultRow[];
  readonly spent: readonly FaultRow[];
}

/** The faults, how often each one struck, and a form to add more. */
export function FaultsView() {
  const { data, error } = useLive<FaultsReply>('/faults');
  const { faults, spent = [] } = data ?? {};
  return (
    <>
      <ViewTitle>Faults</ViewTitle>
      <p>Make the service fail on purpose, to see how a client or a receiver copes.</p>
      <Table
        caption="Active, in the order they apply"
        rows={faults}
        error={error}
        keyOf={({ faultId }) => faultId}
        empty="No active faults."
        columns={inForce}
      />
      {spent.length > 0 && (
        <Table
          caption="Used up, newest first"
          rows={spent.toReversed()}
          keyOf={({ faultId }) => faultId}
          empty=""
          columns={COLUMNS}
        />
      )}
      {((faults?.length ?? 0) > 0 || spent.length > 0) && (
        <ActionButton act={removeAll}>Clear faults</ActionButton>
      )}
      <div class="columns">
        <section>
          <h2>Add a fault for calls</h2>
          <FaultForm />
        </section>
        <section>
          <h2>Deliveries</h2>
          <DeliveryFaults />
        </section>
      </div>
    </>
  );
}
