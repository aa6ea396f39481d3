import { MADE_UP } from '../ask.ts';
import { differs, holds, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath, type Specimen } from '../records.ts';
import type { Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(1);

/** Reads a record of the sender with an image again. */
async function withImage(run: Run) {
  const specimens = await run.records.all();
  const paid = specimens.find(({ isPaid, downloadUrl }) => isPaid && downloadUrl !== undefined);
  if (paid === undefined) notMeasured('the sender has no record that it paid for');
  const { data } = await run.get(cdrPath(paid.cdrId));
  const cdr = (data?.['cdr'] ?? {}) as Readonly<Record<string, unknown>>;
  const url = cdr['downloadUrl'];
  if (typeof url !== 'string') return notMeasured('a record that was paid for has no downloadUrl');
  return { paid, cdr, url };
}

/** Members that may change between two responses. */
const FLEETING = ['downloadUrl', 'webhookSuccessfullySentAt'];

function differingMember({ entry, members }: Specimen): string | undefined {
  return Object.keys(entry.members).find(
    (name) =>
      !FLEETING.includes(name) &&
      JSON.stringify(entry.members[name]) !== JSON.stringify(members[name]),
  );
}

/** Single records and their images (spec §2.3, §2.4, §4.3), checked with reads. */
export const recordStatements = [
  stated('4.3', 'An unknown record is 404.', 'GET of a made-up record.', async (run) => {
    const answer = await run.get(`/v1/cdrs/${MADE_UP}`);
    return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
  }),
  stated(
    '4.3',
    "Another organization's record is 404, never 403.",
    "GET as the receiver, of records of the sender's that are in no list of the receiver's.",
    async (run) => {
      const { entries, complete } = run.receiverAccount;
      if (!complete) notMeasured('not all records of the receiver were read');
      const held = new Set(entries.map(({ cdrId }) => cdrId));
      const specimens = await run.records.all();
      const foreign = specimens.find(({ cdrId, isPaid }) => isPaid && !held.has(cdrId));
      if (foreign === undefined) notMeasured('the receiver holds all that the sender has');
      const answer = await run.get(cdrPath(foreign.cdrId), {}, 'receiver');
      return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
    },
  ),
  stated(
    '2.4',
    'A list entry says of each member what the record says.',
    'Records of the list, each read individually.',
    async (run) => {
      const specimens = await run.records.all();
      if (specimens.length === 0) notMeasured('the sender has no record');
      const odd = specimens.map(differingMember).find((name) => name !== undefined);
      return odd === undefined ? told(undefined) : differs(`another ${odd}`);
    },
  ),
  stated(
    '2.3',
    'The bytes behind it are as many as size says.',
    'One image of a record that the sender paid for.',
    async (run) => {
      const { cdr, url } = await withImage(run);
      const { status, bytes } = await run.download(url);
      if (status !== 200) return differs(`${status} from a fresh downloadUrl`);
      return holds(bytes === cdr['size'], 'another number of bytes');
    },
  ),
  stated(
    '2.3',
    'They are of the contentType that the record says.',
    'One image of a record that the sender paid for.',
    async (run) => {
      const { cdr, url } = await withImage(run);
      const { status, headers } = await run.download(url);
      if (status !== 200) return differs(`${status} from a fresh downloadUrl`);
      const type = (headers.get('content-type') ?? '').replace(/;.*/, '').trim();
      return holds(type === cdr['contentType'], 'another content type');
    },
  ),
  rowsOf(1, 'chosen')(
    '2.3',
    'A downloadUrl is new on each response.',
    'A record, read twice.',
    async (run) => {
      const { paid, url } = await withImage(run);
      return holds(url !== paid.downloadUrl, 'the same address');
    },
  ),
];
