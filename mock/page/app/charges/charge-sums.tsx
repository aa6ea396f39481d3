import { formatNumber } from '../ground/format.ts';
import type { Charge, ChargeSum } from '../ground/rows.ts';
import { OrganizationName } from '../parts/organization-name.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { CAUSES } from './cause-words.ts';

const number = (title: string, count: (sum: ChargeSum) => number): Column<ChargeSum> => ({
  title,
  isNumber: true,
  cell: (sum) => formatNumber(count(sum)),
});

/** How many records each organization was charged for, by cause. */
export function ChargeSums({ sums }: { sums: readonly ChargeSum[] | undefined }) {
  const causes = Object.entries(CAUSES) as [Charge['cause'], string][];
  return (
    <Table
      caption="Records charged for, by organization and cause"
      rows={sums}
      keyOf={({ organizationId }) => organizationId}
      empty="Nothing has been charged."
      columns={[
        { title: 'Organization', cell: (row) => <OrganizationName id={row.organizationId} /> },
        ...causes.map(([cause, title]) => number(title, (sum) => sum[cause])),
        number('Total', (sum) => sum.total),
      ]}
    />
  );
}
