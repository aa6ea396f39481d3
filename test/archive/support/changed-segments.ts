import { createHash } from 'node:crypto';
import { createMockService, presets } from '../../../mock/index.ts';
import {
  archiveEvidence,
  type ErasedLine,
  eraseRecord,
  type RecordLine,
  verifyArchive,
} from '../../../src/archive/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { GrowingVault } from './growing-vault.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const FULL_LINES = 10_000;

const textIn = (vault: GrowingVault, path: string): string =>
  Buffer.from(vault.files.get(path) ?? new Uint8Array()).toString();

/** Replaces the lines of the open segment, and chains them. */
function rechained(vault: GrowingVault, lines: readonly string[]): void {
  const [first = ''] = lines;
  let { previous } = JSON.parse(first) as { previous: string };
  const chained = lines.map((line) => {
    const json = JSON.stringify({ ...(JSON.parse(line) as object), previous });
    previous = sha256(json);
    return json;
  });
  vault.files.set('manifest.ndjson', Buffer.from(`${chained.join('\n')}\n`));
  vault.files.set('manifest.head', Buffer.from(`${previous}\n`));
}

const openLines = (vault: GrowingVault): string[] =>
  textIn(vault, 'manifest.ndjson').trimEnd().split('\n');

/** Fills the open segment, so that the next run closes it. */
function fill(vault: GrowingVault): void {
  const lines = openLines(vault);
  const line = JSON.stringify({ kind: 'account', organizationName: 'Acme Solar', at: 1 });
  rechained(vault, [...lines, ...Array.from({ length: FULL_LINES - lines.length }, () => line)]);
}

function copyOf(vault: GrowingVault): GrowingVault {
  const copy = new GrowingVault();
  for (const [path, bytes] of vault.files) copy.files.set(path, bytes);
  return copy;
}

async function archived(idSeed: string, segments: number): Promise<GrowingVault> {
  const mock = createMockService({ idSeed });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  const client = new ConsentEvidence(mock.clientOptions(company));
  const vault = new GrowingVault();
  for (let closed = 0; closed < segments; closed += 1) {
    mock.capture(company, presets.checkedBox());
    await archiveEvidence(client, { vault, clock: mock.clock });
    fill(vault);
  }
  mock.capture(company, presets.checkedBox());
  const { ok } = await archiveEvidence(client, { vault, clock: mock.clock });
  if (!ok || !(await verifyArchive(vault)).ok) throw new Error('the archive is not whole');
  return vault;
}

/** How many of the changes `verifyArchive` named by the file that was changed. */
export interface Named {
  readonly changes: number;
  readonly named: number;
}

/** Swaps, cuts, removes and replaces closed segments at random. */
export async function changedSegments(random: () => number, changes: number): Promise<Named> {
  const whole = await archived('segments', 3);
  const other = await archived('others', 3);
  const closed = [1, 2, 3].map((number) => `segments/0000000${number}.ndjson`);
  const any = () => closed[Math.floor(random() * closed.length)] ?? '';
  let named = 0;
  for (let change = 0; change < changes; change += 1) {
    const vault = copyOf(whole);
    const path = any();
    const bytes = vault.files.get(path) ?? new Uint8Array();
    const second = closed[(closed.indexOf(path) + 1) % closed.length] ?? '';
    if (change % 4 === 0) vault.files.delete(path);
    else if (change % 4 === 1) {
      vault.files.set(path, bytes.subarray(0, Math.floor(random() * bytes.byteLength)));
    } else if (change % 4 === 2) {
      vault.files.set(path, vault.files.get(second) ?? bytes);
      vault.files.set(second, bytes);
    } else vault.files.set(path, other.files.get(path) ?? bytes);
    const { problems } = await verifyArchive(vault);
    if (problems.some((each) => each.path === path)) named += 1;
    else console.log('not named', change % 4, path, problems.slice(0, 5));
  }
  return { changes, named };
}

/** Forges erasures, chained as a run would chain them, of files that are then deleted. */
export async function forgedErasures(random: () => number, changes: number): Promise<Named> {
  const whole = await archived('erasures', 0);
  const mock = createMockService({ idSeed: 'erasures' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  const client = new ConsentEvidence(mock.clientOptions(company));
  for (let at = 0; at < 5; at += 1) mock.capture(company, presets.checkedBox());
  await archiveEvidence(client, { vault: whole, clock: mock.clock });
  const records = openLines(whole)
    .map((line) => JSON.parse(line) as RecordLine)
    .filter(({ kind }) => kind === undefined);
  const any = () => records[Math.floor(random() * records.length)];
  let named = 0;
  for (let change = 0; change < changes; change += 1) {
    const vault = copyOf(whole);
    const [erased, kept] = [any(), any()];
    if (erased === undefined || kept === undefined) continue;
    await eraseRecord(vault, { cdrId: erased.cdrId, reason: 'order 17', by: 'ann' });
    const lines = openLines(vault);
    const line = JSON.parse(lines.at(-1) ?? '') as ErasedLine;
    const forged = forge(line, erased.cdrId === kept.cdrId ? undefined : kept, change, vault);
    rechained(vault, [...lines.slice(0, -1), JSON.stringify(forged)]);
    const { problems } = await verifyArchive(vault);
    if (problems.length > 0) named += 1;
    else console.log('not named', change % 4, forged);
  }
  return { changes, named };
}

/** One of the ways to erase more than the line says, or something else. */
function forge(
  line: ErasedLine,
  other: RecordLine | undefined,
  change: number,
  vault: GrowingVault,
): ErasedLine {
  if (change % 4 === 0) return { ...line, cdrId: 'cdr_nobody' };
  if (change % 4 === 1) return { ...line, files: line.files.slice(1) };
  if (change % 4 === 2 || other === undefined) {
    return { ...line, files: line.files.map((file) => ({ ...file, sha256: sha256('other') })) };
  }
  // The files of another record are deleted too.
  vault.files.delete(other.record.path);
  return { ...line, files: [...line.files, other.record] };
}
