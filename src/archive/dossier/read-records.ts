import { builtinModule } from '../../platform/builtin-module.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { RecordLine } from '../manifest-line.ts';
import { isLine, readManifest } from '../manifest-read.ts';
import { manifestLog } from '../open-log.ts';
import { problemOf } from '../problem-of.ts';
import { fileIn, recordIn } from '../record-in.ts';
import type { Vault } from '../vault.ts';
import { type DossierRecord, isPicture } from './dossier-record.ts';
import type { Candidate } from './find-candidates.ts';

/** Images are inlined in the page up to this total; the page links the files of the others. */
const INLINE_MAX_BYTES = 48 * 1024 * 1024;

/** The part of `node:buffer` that is used: a dossier is written where there are folders. */
interface NodeBuffer {
  readonly Buffer: { from(bytes: Uint8Array): { toString(encoding: 'base64'): string } };
}

function base64Of(bytes: Uint8Array): string {
  return (builtinModule('node:buffer') as NodeBuffer).Buffer.from(bytes).toString('base64');
}

const pathInPage = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const timeOf = ({ cdr, line }: DossierRecord): number =>
  typeof cdr.capturedAt === 'number' ? cdr.capturedAt : line.createdAt;

/** Reads the records of a dossier from its folder, oldest first, with the images for the page. */
export async function readRecords(
  vault: Vault,
  candidates: ReadonlyMap<string, Candidate>,
): Promise<{ records: readonly DossierRecord[]; problems: readonly ArchiveProblem[] }> {
  const records: DossierRecord[] = [];
  const problems: ArchiveProblem[] = [];
  let inlined = 0;
  const sourceOf = async ({ image }: RecordLine): Promise<string | undefined> => {
    if (image === null || !isPicture(image.contentType))
      return image ? pathInPage(image.path) : undefined;
    if (inlined + image.bytes > INLINE_MAX_BYTES) return pathInPage(image.path);
    inlined += image.bytes;
    return `data:${image.contentType};base64,${base64Of(await fileIn(vault, image))}`;
  };
  for await (const read of readManifest(vault, manifestLog(vault))) {
    if (!isLine(read) || read.line === undefined || read.line.kind !== undefined) continue;
    const { line } = read;
    try {
      const cdr = await recordIn(vault, line);
      const candidate = candidates.get(line.cdrId) ?? {
        cdrId: line.cdrId,
        foundBy: new Set<string>(),
        leads: [],
      };
      records.push({ cdr, line, candidate, imageSource: await sourceOf(line) });
    } catch (error) {
      problems.push(problemOf(error, { cdrId: line.cdrId }, 'vault'));
    }
  }
  records.sort((a, b) => timeOf(a) - timeOf(b));
  return { records, problems };
}
