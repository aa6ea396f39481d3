import { useState } from 'preact/hooks';
import { formatNumber } from '../ground/format.ts';
import type { UndoEffect, UndoRow } from '../ground/rows.ts';
import { undo } from '../ground/undo.ts';
import { useLive } from '../ground/use-live.ts';
import { Instant } from '../parts/instant.tsx';
import { Table } from '../parts/table.tsx';

function Effect({ undoId }: UndoRow) {
  const { data, error } = useLive<UndoEffect>(`/undo/${encodeURIComponent(undoId)}`);
  if (error !== undefined) return <>{error}</>;
  if (data === undefined) return <>Loading…</>;
  const { changes, total, requestsSince, changesSince } = data;
  const rest = total - changes.length;
  return (
    <ul class="address">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
      {rest > 0 && <li>and {formatNumber(rest)} more</li>}
      {total === 0 && <li>only the clock</li>}
      <li class="quiet">
        Since then: {formatNumber(requestsSince)} requests, {formatNumber(changesSince)} changes
      </li>
    </ul>
  );
}

function WhatCell({ row }: { row: UndoRow }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Effect {...row} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Show<span class="unseen"> what has changed since “{row.label}”</span>
    </button>
  );
}

/** The last actions, each with what undoing it would undo as well. */
export function ActsTable() {
  const { data, error } = useLive<{ acts: UndoRow[] }>('/undo');
  return (
    <Table
      caption="Actions, newest first"
      rows={data?.acts.toReversed()}
      error={error}
      keyOf={({ undoId }) => undoId}
      empty="Nothing to undo."
      columns={[
        { title: 'Action', cell: ({ label }) => <span class="address">{label}</span> },
        { title: 'Clock before', isNumber: true, cell: ({ now }) => <Instant at={now} /> },
        { title: 'Changed since', cell: (row) => <WhatCell row={row} /> },
        {
          title: 'Undo',
          cell: ({ undoId, label }) => (
            <button type="button" onClick={() => void undo(undoId)}>
              Undo<span class="unseen"> {label}</span>
            </button>
          ),
        },
      ]}
    />
  );
}
