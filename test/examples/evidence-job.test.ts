import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { describe, expect, it } from 'vitest';
import { doJob } from '../../examples/queues/evidence-job.ts';

describe('examples/queues/evidence-job', () => {
  it('does not give up a record that it has paid for, and that reads as it was before', async () => {
    const mock = createMockService();
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const stored: string[] = [];
    const vault = {
      has: async (path: string) => stored.includes(path),
      put: async (path: string) => {
        stored.push(path);
        return 'kept' as const;
      },
    };
    const client = new ConsentEvidence(mock.clientOptions(producer));
    const work = { client, vault, isWorthCollecting: () => true };
    const before = await client.cdrs.get(cdrId);
    const read = client.cdrs.get.bind(client.cdrs);
    client.cdrs.get = ((id: string) => (stale ? Promise.resolve(before) : read(id))) as typeof read;
    let stale = true;
    expect(await doJob({ cdrId, attempt: 1 }, work)).toMatchObject({ kind: 'retry' });
    expect(stored).toEqual([]);
    stale = false;
    expect(await doJob({ cdrId, attempt: 2 }, work)).toEqual({ kind: 'done' });
    expect(stored).toEqual([`images/${cdrId}`, `records/${cdrId}.json`]);
    expect(mock.charges({ cdrId })).toHaveLength(1);
  });
});
