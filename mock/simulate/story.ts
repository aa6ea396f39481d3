import { UNIT_MS } from '../../src/contract/limits.ts';

/** When every world starts. */
export const BEGINNING = Date.parse('2026-01-05T12:00:00Z');

const DAY_MS = UNIT_MS.days;

interface Entry {
  readonly at: number;
  readonly text: string;
  /** `trace`: only for comparing two runs. `heading`: told only if its details follow it. */
  readonly kind: 'told' | 'trace' | 'heading';
}

/** Formats an instant: `12:00:05.020`, after the first day with its date in front. */
export function timeText(at: number): string {
  const iso = new Date(at).toISOString();
  const time = iso.slice(11, 23);
  return Math.floor(at / DAY_MS) === Math.floor(BEGINNING / DAY_MS)
    ? time
    : `${iso.slice(0, 10)} ${time}`;
}

/** What happens in one world, line by line, with names in place of identifiers. */
export class Story {
  readonly #entries: Entry[] = [];
  readonly #names = new Map<string, string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Sets the name by which an identifier, token or link is told from here on. */
  name(identifier: string, name: string): void {
    this.#names.set(identifier, name);
  }

  nameOf(identifier: string | undefined): string {
    return this.#names.get(identifier ?? '') ?? identifier ?? 'nothing';
  }

  tell(text: string): void {
    this.#entries.push({ at: this.#now(), text, kind: 'told' });
  }

  /** Adds a line that is told only if an indented line follows it. */
  head(text: string): void {
    this.#entries.push({ at: this.#now(), text, kind: 'heading' });
  }

  trace(text: string): void {
    this.#entries.push({ at: this.#now(), text, kind: 'trace' });
  }

  /** All lines, for comparison with another run. */
  get all(): readonly string[] {
    return this.#entries.map(({ at, text }) => `${timeText(at)}  ${text}`);
  }

  /** The lines for people to read. */
  get lines(): string[] {
    const told = this.#entries.filter(({ kind }) => kind !== 'trace');
    return told
      .filter(({ kind }, index) => {
        const next = told[index + 1];
        return kind === 'told' || (next?.kind === 'told' && next.text.startsWith('  '));
      })
      .map(({ at, text }) => `${timeText(at)}  ${text}`);
  }
}
