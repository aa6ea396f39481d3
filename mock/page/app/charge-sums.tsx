import { CAUSES } from './cause-words.ts';
import { formatNumber } from './format.ts';
import { OrganizationName } from './organization-name.tsx';
import type { Charge, ChargeSum } from './rows.ts';
import { type Column, Table } from './table.tsx';

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
