import { ConsentEvidence, type FetchLike } from 'consent-evidence';
import { verifyArchive } from 'consent-evidence/archive';
import { createMockService, presets } from 'consent-evidence/mock';
import { describe, expect, it } from 'vitest';
import { doJob } from '../../examples/queues/evidence-job.ts';
import { mapVault, recordsOf } from './map-vault.ts';

describe('examples/queues/evidence-job', () => {
  it('does not give up a record that it has paid for, and that reads as it was before', async () => {
    const mock = createMockService();
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const files = new Map<string, Uint8Array>();
    const vault = mapVault(files);
    let stale: string | undefined;
    let isStale = true;
    const fetch: FetchLike = async (input, init) => {
      const reply: Response = await mock.fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith(`/v1/cdrs/${cdrId}`)) return reply;
      stale ??= await reply.clone().text();
      return isStale ? new Response(stale, reply) : reply;
    };
    const client = new ConsentEvidence({ ...mock.clientOptions(producer), fetch });
    const work = { client, vault, isWorthCollecting: () => true };
    expect(await doJob({ cdrId, attempt: 1 }, work)).toMatchObject({ kind: 'retry' });
    expect(recordsOf(files.keys())).toEqual([]);
    isStale = false;
    expect(await doJob({ cdrId, attempt: 2 }, work)).toEqual({ kind: 'done' });
    expect(recordsOf(files.keys())).toEqual([cdrId]);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
    expect(mock.charges({ cdrId })).toHaveLength(1);
  });
});
