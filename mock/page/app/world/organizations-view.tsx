import { formatNumber } from '../ground/format.ts';
import { linkTo } from '../ground/router.ts';
import type { RecordRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ViewTitle } from '../parts/view-title.tsx';
import { RecordTable } from '../records/record-table.tsx';
import { RequestFeed } from '../requests/request-feed.tsx';
import { AddOrganization } from './add-organization.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { OrganizationTable } from './organization-table.tsx';

const LATEST = 15;

/**
 * Where one begins: who there is, what to connect a program with, what it asks, and who has what of
 * the newest records.
 */
export function OrganizationsView() {
  const { data, error } = useLive<{ total: number; records: RecordRow[] }>(
    `/records?limit=${LATEST}`,
  );
  return (
    <>
      <ViewTitle>Organizations</ViewTitle>
      <div class="landing">
        <div>
          <OrganizationTable />
          <AddOrganization />
        </div>
        <div>
          <ConnectPanel />
          <RequestFeed />
        </div>
      </div>
      <h2>Newest records</h2>
      <RecordTable caption="Who holds, pays and downloads" records={data?.records} error={error} />
      <p>
        <a href={linkTo('records')}>
          All {data === undefined ? '…' : formatNumber(data.total)} records
        </a>
      </p>
    </>
  );
}
