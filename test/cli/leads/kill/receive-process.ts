// A run of `leads receive` that is killed: the command's own work, in a time that runs faster.
import { readLeadFile, receiveFile } from '../../../../cli/account/leads/receive/receive-file.ts';
import { ConsentEvidence } from '../../../../src/index.ts';
import { sqliteLedger } from '../../../../src/intake/sqlite.ts';
import { type FastTime, fastClock } from '../../../intake/kill/fast-clock.ts';
import { criteria } from '../../../intake/support/lead-world.ts';

/** The settings of a run, passed as JSON. */
export interface ReceiveSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly time: FastTime;
  readonly file: string;
  readonly out: string;
  readonly ledger: string;
  readonly maxReceives: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as ReceiveSettings;
const { baseUrl, apiKey, file, out, maxReceives } = settings;
const clock = fastClock(settings.time);
const ledger = sqliteLedger(settings.ledger);
const columns = { share: 'share', phone: 'phone', id: 'id', source: '' };
await receiveFile({
  leads: await readLeadFile(file, columns, out),
  out,
  account: '',
  ledger,
  client: new ConsentEvidence({ baseUrl, apiKey, clock }),
  criteria,
  maxReceives,
  waitMs: 3_600_000,
  isToldLater: true,
  signal: new AbortController().signal,
  clock,
  onProgress: () => undefined,
});
ledger.close();
