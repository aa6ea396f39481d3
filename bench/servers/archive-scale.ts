// A process that opens an archive, or searches it, once, and tells what that took. It ends with its answer.
import type * as Archive from '../../src/archive/index.ts';
import type * as Sdk from '../../src/index.ts';
import { API_KEY } from '../fixtures/key.ts';
import { load } from '../harness/peers.ts';

/** What a task took. */
export interface Took {
  readonly ms: number;
  readonly peakMb: number;
  /** Calls of the vault that read. */
  readonly reads: number;
  readonly found: number;
}

const [task, folder = '', phone = ''] = process.argv.slice(2);

async function measure(): Promise<Took> {
  const { archiveEvidence, findInArchive, folderVault } = await load<typeof Archive>(
    'consent-evidence/archive',
  );
  const own = folderVault(folder);
  let reads = 0;
  const counted =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      reads += 1;
      return run(...args);
    };
  const vault: Archive.Vault = {
    has: counted(own.has),
    get: counted(own.get),
    list: counted(own.list),
    put: own.put,
    growing: { ...own.growing, read: counted(own.growing.read) },
    lock: own.lock,
    indexFile: own.indexFile,
  };
  const began = performance.now();
  let found = 0;
  if (task === 'find') {
    for await (const _ of findInArchive(vault, { phone })) found += 1;
  } else if (task === 'index') {
    for await (const _ of findInArchive(vault, { cdrId: 'cdr_none' })) found += 1;
  } else {
    const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
    const client = new ConsentEvidence({ apiKey: API_KEY, baseUrl: 'http://127.0.0.1:9' });
    const { problems } = await archiveEvidence(client, { vault, domains: [] });
    if (problems.length > 0) throw new Error(JSON.stringify(problems[0]));
  }
  const ms = performance.now() - began;
  return { ms, reads, found, peakMb: process.resourceUsage().maxRSS / 1024 };
}

process.send?.(await measure());
process.disconnect();
