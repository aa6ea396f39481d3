import { createHash } from 'node:crypto';
import { normalizePhone } from '../../../../src/acceptance/normalize-phone.ts';
import { InvalidInputError, invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import type { Lead, LeadName } from '../../../../src/intake/index.ts';
import { checkReference } from '../../../../src/intake/lead.ts';
import { readShareText } from '../../../../src/resources/share-text.ts';
import { cutTokens, damageOf } from './damaged.ts';
import type { CsvRow, CsvTable } from './parse-csv.ts';

/** The columns of a file, by their names. */
export interface LeadColumns {
  readonly share: string;
  readonly phone: string;
  readonly id?: string | undefined;
  readonly source: string;
}

/** A lead of the file, in the row that has it first. */
export type RowLead = LeadName & Pick<Lead, 'shareUrl' | 'phone'>;

/** Why a row is no lead of its own. */
export interface RowFault {
  readonly code: 'CELLS' | 'DAMAGED_CELL' | 'ID_INVALID' | 'OTHER_DATA';
  readonly message: string;
}

/** What is done with a row. */
export interface PlannedRow extends CsvRow {
  readonly lead?: RowLead;
  /** The row that has the same lead. */
  readonly sameAs?: PlannedRow;
  readonly fault?: RowFault;
}

/** Where each column is. */
type Places = { readonly share: number; readonly phone: number; readonly id: number | undefined };

function placesOf(header: readonly string[], columns: LeadColumns): Places {
  const place = (flag: string, name: string): number => {
    const at = header.indexOf(name);
    if (at < 0) {
      const known = header.map((each) => JSON.stringify(each)).join(', ');
      throw invalidInput(flag, `the file has no column ${JSON.stringify(name)}; it has ${known}`);
    }
    if (header.includes(name, at + 1)) {
      throw invalidInput(flag, `the file has two columns ${JSON.stringify(name)}`);
    }
    return at;
  };
  const { share, phone, id } = columns;
  return {
    share: place('--share', share),
    phone: place('--phone', phone),
    id: id === undefined ? undefined : place('--id', id),
  };
}

/** The token, whatever address it is in; the whole text if it contains none. */
function tokenOf(share: string): string {
  const read = readShareText(share, null);
  return 'token' in read ? read.token : share.trim();
}

/** The ten digits, so that a spelling does not make another lead. */
const digitsOf = (phone: string): string => normalizePhone(phone.normalize('NFKC')) ?? phone.trim();

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function idProblemOf(leadId: string): string | undefined {
  try {
    checkReference({ leadId });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return error.issues[0]?.message;
  }
}

/** Plans the rows of one file, from the first to the last. */
class Planner {
  readonly #columns: LeadColumns;
  readonly #places: Places;
  readonly #width: number;
  readonly #cut: ReadonlySet<string>;
  readonly #first = new Map<string, { readonly planned: PlannedRow; readonly same: string }>();

  constructor({ header, rows }: CsvTable, columns: LeadColumns) {
    this.#columns = columns;
    this.#places = placesOf(header, columns);
    this.#width = header.length;
    const { share } = this.#places;
    const shares = rows.map(({ cells }) => readShareText(cells[share] ?? '', null));
    this.#cut = cutTokens(shares.flatMap((each) => ('token' in each ? each.token : [])));
  }

  planned(row: CsvRow): PlannedRow {
    const fault = this.#faultOf(row);
    if (fault !== undefined) return { ...row, fault };
    const { cells } = row;
    const [shareUrl, phone] = [cells[this.#places.share] ?? '', cells[this.#places.phone] ?? ''];
    const same = `${tokenOf(shareUrl)}\n${digitsOf(phone)}`;
    const leadId = this.#places.id === undefined ? sha256(same) : (cells[this.#places.id] ?? '');
    const known = this.#first.get(leadId);
    if (known === undefined) {
      const planned = { ...row, lead: { source: this.#columns.source, leadId, shareUrl, phone } };
      this.#first.set(leadId, { planned, same });
      return planned;
    }
    if (known.same === same) return { ...row, sameAs: known.planned };
    const message = `row ${known.planned.row} has the same id with another share or phone`;
    return { ...row, fault: { code: 'OTHER_DATA', message } };
  }

  #faultOf({ cells }: CsvRow): RowFault | undefined {
    if (cells.length !== this.#width) {
      const message = `has ${cells.length} cells, and the header ${this.#width}`;
      return { code: 'CELLS', message };
    }
    const { id: idAt } = this.#places;
    const idProblem = idAt === undefined ? undefined : idProblemOf(cells[idAt] ?? '');
    if (idProblem !== undefined) {
      const message = `column ${JSON.stringify(this.#columns.id)}: ${idProblem}`;
      return { code: 'ID_INVALID', message };
    }
    for (const name of ['share', 'phone', 'id'] as const) {
      const at = this.#places[name];
      const cell = at === undefined ? '' : (cells[at] ?? '');
      const isCut = name === 'share' && this.#cut.has(tokenOf(cell));
      const what = isCut ? 'it was cut' : damageOf(cell);
      if (what === undefined) continue;
      const message = `column ${JSON.stringify(this.#columns[name])} is damaged: ${what}`;
      return { code: 'DAMAGED_CELL', message };
    }
    return undefined;
  }
}

/**
 * Says of each row which lead it is, or why it is none. Rows of the same lead are one lead; a row with
 * the id of another lead is a fault, and so is a cell that a spreadsheet damaged: nothing is guessed.
 *
 * @throws InvalidInputError naming a flag whose column the file does not have, or has twice.
 */
export function planRows(table: CsvTable, columns: LeadColumns): PlannedRow[] {
  checkReference({ source: columns.source, leadId: '-' });
  const planner = new Planner(table, columns);
  return table.rows.map((row) => planner.planned(row));
}
