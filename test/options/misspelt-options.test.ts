import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertHolds, pglitePool, type SimulationReport, simulate } from '../../mock/simulate.ts';
import {
  archiveEvidence,
  archiveRecord,
  eraseRecord,
  exportArchive,
  findInArchive,
  folderVault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { reportPage } from '../../src/calibrate/index.ts';
import { archiveWorld, tempFolder } from '../archive/support/archive-world.ts';
import { failureOf } from '../client/support/failure-of.ts';

type Call = (wrong: object) => unknown;

/** A call for each type of options whose functions write files or run worlds, by the face it is of. */
const CALLS: readonly (readonly [face: string, type: string, call: Call])[] = [
  [
    'archive',
    'ArchiveEvidenceOptions',
    (wrong) => archiveEvidence(archiveWorld().client, { vault: vault(), ...wrong }),
  ],
  [
    'archive',
    'ArchiveRecordOptions',
    (wrong) => archiveRecord(archiveWorld().client, { vault: vault(), cdrId: 'cdr_1', ...wrong }),
  ],
  [
    'archive',
    'FindInArchiveOptions',
    (wrong) => findInArchive(vault(), { cdrId: 'cdr_1', ...wrong }).next(),
  ],
  [
    'archive',
    'EraseRecordOptions',
    (wrong) => eraseRecord(vault(), { cdrId: 'cdr_1', reason: 'law', by: 'ann', ...wrong }),
  ],
  ['archive', 'VerifyArchiveOptions', (wrong) => verifyArchive(vault(), wrong)],
  [
    'archive',
    'ExportArchiveOptions',
    (wrong) =>
      exportArchive(vault(), { format: 'csv', ...wrong })
        [Symbol.asyncIterator]()
        .next(),
  ],
  [
    'archive',
    'ExportTablesOptions',
    (wrong) => exportArchive(vault(), { format: 'parquet', folder: tempFolder(), ...wrong }),
  ],
  [
    'archive',
    'WriteDossierOptions',
    (wrong) =>
      writeDossier(archiveWorld().client, {
        phone: '(415) 555-0123',
        folder: tempFolder(),
        ...wrong,
      }),
  ],
  [
    'mock-simulate',
    'PGlitePoolOptions',
    (wrong) => pglitePool(untouched, { clock: Date, random: Math.random, ...wrong }),
  ],
  ['mock-simulate', 'SimulateOptions', (wrong) => simulate({ start: () => ({}), ...wrong })],
  [
    'mock-simulate',
    'ToHoldOptions',
    (wrong) => assertHolds({ broken: [] } as unknown as SimulationReport, wrong),
  ],
  ['calibrate', 'ReportPageOptions', (wrong) => reportPage({} as never, wrong)],
];

/** A database in which nothing may be executed. */
const executes = (): never => {
  throw new Error('executed');
};
const untouched = { query: executes, exec: executes };

const vault = () => folderVault(tempFolder());

/** The names of a type's members, as the report of its face has them. */
function membersOf(face: string, type: string): string[] {
  const report = readFileSync(`docs/api-report/${face}.md`, 'utf8');
  const [, body = ''] = new RegExp(`^interface ${type} \\{\\n([^]*?)^\\}`, 'm').exec(report) ?? [];
  return [...body.matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
}

describe('an option of one letter more', () => {
  it.each(CALLS)('is refused by %s, for each of %s, by name', async (face, type, call) => {
    const names = membersOf(face, type);
    expect(names).not.toEqual([]);
    for (const name of names) {
      const error = await failureOf((async () => call({ [`${name}x`]: undefined }))());
      expect(error).toMatchObject({
        name: 'InvalidInputError',
        issues: expect.arrayContaining([
          {
            path: `${name}x`,
            message: expect.stringMatching(/^is not a known option; did you mean "\w+"\?$/),
          },
        ]),
      });
    }
  });

  it('is looked for in every type of options that these faces export', () => {
    for (const face of ['archive', 'mock-simulate']) {
      const report = readFileSync(`docs/api-report/${face}.md`, 'utf8');
      const types = [...report.matchAll(/^interface (\w+Options)\b/gm)].map(([, type]) => type);
      const tried = CALLS.flatMap(([of, type]) => (of === face ? [type] : []));
      // What a world hands a program is not the program's to give.
      expect(types.filter((type) => type !== 'SimulatedClientOptions').sort()).toEqual(
        tried.sort(),
      );
    }
  });
});
