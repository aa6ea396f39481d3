// One of the processes that are killed: archives the service's records into a folder, by a walk or as
// jobs, prints a dot for each record that is durable in the manifest, and in the end its problems.
import { archiveEvidence, archiveRecord, folderVault } from '../../../src/archive/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';

/** The settings of a process, passed as JSON. */
export interface ArchiveProcessSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
  /** The records to archive as jobs, in this order; absent for a walk. */
  readonly jobs?: readonly string[];
  /** The disk is full from this file on. */
  readonly fullAt?: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as ArchiveProcessSettings;
const { baseUrl, apiKey, folder, jobs, fullAt } = settings;
if (fullAt !== undefined) fillDisk(fullAt);

/** Lets every write of a file fail from a number of writes on, as on a disk that is full. */
function fillDisk(at: number): void {
  const fs = process.getBuiltinModule('node:fs/promises');
  const { open } = fs;
  let writes = 0;
  fs.open = async (...args) => {
    const file = await open(...args);
    const { write } = file;
    const full = async (...given: unknown[]): Promise<unknown> => {
      if ((writes += 1) < at) return write.apply(file, given as never);
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    return Object.assign(file, { write: full });
  };
}

async function work(ids: readonly string[]): Promise<void> {
  const client = new ConsentEvidence({ baseUrl, apiKey });
  const vault = folderVault(folder);
  const problems: string[] = [];
  const left = [...ids];
  const next = async (): Promise<void> => {
    for (let cdrId = left.shift(); cdrId !== undefined; cdrId = left.shift()) {
      try {
        const { state } = await archiveRecord(client, { vault, cdrId });
        if (state === 'archived') process.stdout.write('.');
      } catch (error) {
        problems.push(String(error));
      }
    }
  };
  await Promise.all([next(), next()]);
  process.stdout.write(`\n${JSON.stringify(problems)}\n`);
}

if (jobs !== undefined) {
  await work(jobs);
  process.exit();
}
const report = await archiveEvidence(new ConsentEvidence({ baseUrl, apiKey }), {
  vault: folderVault(folder),
  onRecord: ({ state }) => {
    if (state === 'archived') process.stdout.write('.');
  },
});
process.stdout.write(`\n${JSON.stringify(report.problems)}\n`);
