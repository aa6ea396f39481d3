import { normalizeText } from '../../../src/acceptance/match-text.ts';
import { DEFAULT_ACCEPTANCE_READINGS } from '../../../src/acceptance/readings.ts';
import { jsonText } from '../../../src/texts/json-text.ts';

/** A further text is only counted: pages that put a name into their text have one for each person. */
const WORDINGS_MAX = 10_000;
/** The length of all texts that are kept, in UTF-16 units. */
const CHARS_MAX = 20_000_000;
/** Further pages of a text, and mechanisms, are only counted. */
const PLACES_MAX = 20;
/** Longer paths are cut: they are shown, not followed. */
const PAGE_MAX_CHARS = 300;

/** Normalises a text for comparison (spec §2.7). */
export const wordingOf = (text: string): string => normalizeText(text, DEFAULT_ACCEPTANCE_READINGS);

/** Counts records by a value that a stranger chose. */
class BoundedCount {
  readonly #counts = new Map<string, number>();
  /** How many records have a value for which there was no room. */
  rest = 0;

  add(value: string): void {
    const known = this.#counts.get(value);
    if (known === undefined && this.#counts.size >= PLACES_MAX) this.rest += 1;
    else this.#counts.set(value, (known ?? 0) + 1);
  }

  get most(): (readonly [value: string, records: number])[] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}

/** What is known of one text. */
interface Wording {
  /** As the first record that was read has it. */
  readonly text: string;
  readonly approved: boolean | undefined;
  records: number;
  firstSeen: string | undefined;
  lastSeen: string | undefined;
  readonly pages: BoundedCount;
  readonly mechanisms: BoundedCount;
}

/** A row of `exportArchive`, as it is read back from its NDJSON. */
export interface ExportedRow {
  readonly createdAt: string | null;
  readonly pageUrl: unknown;
  readonly disclosureTexts: readonly unknown[] | null;
  readonly consentMechanisms: readonly string[] | null;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

function pageOf(url: unknown): string {
  const { host, pathname } = (typeof url === 'string' && URL.parse(url)) || {};
  const page = host === undefined ? textOf(url) : `${host}${pathname}`;
  return page.length > PAGE_MAX_CHARS ? `${page.slice(0, PAGE_MAX_CHARS)}…` : page;
}

/** The distinct disclosure texts of records, each with when, where and how it was agreed to. */
export class Wordings {
  readonly #approved: ReadonlySet<string> | undefined;
  readonly #byText = new Map<string, Wording>();
  #chars = 0;
  /** How many records were read, and how many of them have no disclosure. */
  records = 0;
  bare = 0;
  /** How many disclosures have a text for which there was no room. */
  readonly rest = { disclosures: 0, notApproved: 0 };

  /** @param approved the approved texts, normalised; `undefined` to approve of none and refuse none. */
  constructor(approved?: ReadonlySet<string>) {
    this.#approved = approved;
  }

  /** Counts a record, once for each of its texts. */
  add(row: ExportedRow): void {
    this.records += 1;
    const texts = row.disclosureTexts ?? [];
    if (texts.length === 0) this.bare += 1;
    const page = pageOf(row.pageUrl);
    const agreed = new Map<Wording, Set<string>>();
    for (const [at, value] of texts.entries()) {
      const wording = this.#wordingFor(textOf(value));
      if (wording === undefined) continue;
      const mechanisms = agreed.get(wording) ?? new Set();
      agreed.set(wording, mechanisms.add(row.consentMechanisms?.[at] ?? ''));
    }
    for (const [wording, mechanisms] of agreed) {
      wording.records += 1;
      wording.pages.add(page);
      for (const each of mechanisms) wording.mechanisms.add(each);
      const at = row.createdAt ?? undefined;
      if (at === undefined) continue;
      if (!(wording.firstSeen !== undefined && wording.firstSeen <= at)) wording.firstSeen = at;
      if (!(wording.lastSeen !== undefined && wording.lastSeen >= at)) wording.lastSeen = at;
    }
  }

  /** How many distinct texts are known. */
  get size(): number {
    return this.#byText.size;
  }

  /** The texts: those that are not approved first, then by their number of records. */
  get all(): Wording[] {
    const refused = ({ approved }: Wording): number => (approved === false ? 0 : 1);
    return [...this.#byText.values()].sort(
      (a, b) => refused(a) - refused(b) || b.records - a.records,
    );
  }

  #wordingFor(text: string): Wording | undefined {
    const key = wordingOf(text);
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    const approved = this.#approved?.has(key);
    const chars = this.#chars + key.length + text.length;
    if (this.#byText.size >= WORDINGS_MAX || chars > CHARS_MAX) {
      this.rest.disclosures += 1;
      if (approved === false) this.rest.notApproved += 1;
      return undefined;
    }
    this.#chars = chars;
    const wording: Wording = {
      text,
      approved,
      records: 0,
      firstSeen: undefined,
      lastSeen: undefined,
      pages: new BoundedCount(),
      mechanisms: new BoundedCount(),
    };
    this.#byText.set(key, wording);
    return wording;
  }
}
