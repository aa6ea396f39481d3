const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** Where a text stops being JSON, and what was expected there. */
export interface JsonFault {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number;
  readonly expected: string;
}

/** Reads a text from its start. Each method moves on only past what it finds. */
class Reader {
  readonly text: string;
  place = 0;

  constructor(text: string) {
    this.text = text;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.place += found.length;
    return found;
  }

  /** Reads a number, `true`, `false`, `null` or a string. */
  scalar(): boolean {
    return this.string() || this.#match(SCALAR) !== undefined;
  }

  /**
   * Reads a string character by character: one pattern over megabytes would exhaust the engine's
   * stack.
   */
  string(): boolean {
    this.#match(SPACE);
    const begin = this.place;
    if (this.text[begin] !== '"') return false;
    this.place += 1;
    for (;;) {
      const char = this.text[this.place];
      if (char === '"') {
        this.place += 1;
        return true;
      }
      const isPlain = char !== undefined && char !== '\\' && char >= ' ';
      if (isPlain) this.place += 1;
      else if (this.#match(ESCAPE) === undefined) break;
    }
    this.place = begin;
    return false;
  }

  take(sign: string): boolean {
    this.#match(SPACE);
    if (this.text[this.place] !== sign) return false;
    this.place += 1;
    return true;
  }

  get atEnd(): boolean {
    this.#match(SPACE);
    return this.place === this.text.length;
  }
}

/** Reads a member's name and its colon. Returns what is missing, if anything. */
function missingInName(reader: Reader): string | undefined {
  if (!reader.string()) return 'a name in double quotes; there is no comma before "}"';
  return reader.take(':') ? undefined : '":"';
}

/**
 * Reads the text. Returns what is missing at the reader's place, where the text stops being JSON.
 */
function missingIn(reader: Reader): string | undefined {
  const open: ('}' | ']')[] = [];
  for (;;) {
    // A value starts here.
    if (reader.take('{')) {
      open.push('}');
      if (!reader.take('}')) {
        const missing = missingInName(reader);
        if (missing !== undefined) return missing;
        continue;
      }
      open.pop();
    } else if (reader.take('[')) {
      open.push(']');
      if (!reader.take(']')) continue;
      open.pop();
    } else if (!reader.scalar()) {
      return 'a value; JSON has no comments, and strings are in double quotes';
    }
    // A value has ended: read whatever ends with it, up to the comma before the next one.
    while (!reader.take(',')) {
      const end = open.pop();
      if (end === undefined) return reader.atEnd ? undefined : 'the end of the text';
      if (!reader.take(end)) return `"," or "${end}"`;
    }
    const within = open.at(-1);
    if (within === undefined) return 'the end of the text';
    const missing = within === '}' ? missingInName(reader) : undefined;
    if (missing !== undefined) return missing;
  }
}

/**
 * Finds the first place where a text is not JSON; `undefined` if it is JSON. Engines word their own
 * errors differently, and not all of them say where the error is.
 */
export function jsonFaultOf(text: string): JsonFault | undefined {
  const reader = new Reader(text);
  const expected = missingIn(reader);
  if (expected === undefined) return undefined;
  const lines = text.slice(0, reader.place).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, expected };
}
