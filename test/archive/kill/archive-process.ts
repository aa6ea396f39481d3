// One of the processes that are killed: archives the service's records into a folder, prints a dot
// for each record that is durable in the manifest, and in the end the problems of its report.
import { archiveEvidence, folderVault } from '../../../src/archive/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';

/** The settings of a process, passed as JSON. */
export interface ArchiveProcessSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
}

const { baseUrl, apiKey, folder } = JSON.parse(process.argv[2] ?? '') as ArchiveProcessSettings;
const report = await archiveEvidence(new ConsentEvidence({ baseUrl, apiKey }), {
  vault: folderVault(folder),
  onRecord: ({ state }) => {
    if (state === 'archived') process.stdout.write('.');
  },
});
process.stdout.write(`\n${JSON.stringify(report.problems)}\n`);
