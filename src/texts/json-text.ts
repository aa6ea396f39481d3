/** A list or an object that is being written. */
interface Open {
  readonly value: object;
  /** The names of an object's members; `undefined` for a list. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
}

const hasForm = (value: unknown): boolean =>
  !['undefined', 'function', 'symbol'].includes(typeof value);

/** What stands for a value in JSON, as `JSON.stringify` decides it. */
function standIn(value: unknown, name: string): unknown {
  const { toJSON } = (value ?? {}) as { toJSON?: unknown };
  if (typeof value !== 'object' || typeof toJSON !== 'function') return value;
  return toJSON.call(value, name) as unknown;
}

function openOf(value: object): Open {
  if (Array.isArray(value)) return { value, names: undefined, length: value.length, at: 0 };
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(value).filter((name) => hasForm(standIn(members[name], name)));
  return { value, names, length: names.length, at: 0 };
}

/** A number that reads back as itself: `JSON.stringify` loses the sign of -0, and what is over 1e308. */
function exactNumber(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return value > 0 ? '1e400' : '-1e400';
  return JSON.stringify(value);
}

/** Writes JSON in a loop: the engine's own writer recurses, and its stack ends at some depth. */
function written(whole: unknown, numberText: (value: number) => string): string {
  let text = '';
  const open: Open[] = [];
  const within = new Set<object>();
  const begin = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      const scalar = typeof value === 'number' ? numberText(value) : JSON.stringify(value);
      text += (scalar as string | undefined) ?? 'null';
      return;
    }
    if (within.has(value)) throw new TypeError('a value that holds itself is no JSON');
    within.add(value);
    const opened = openOf(value);
    text += opened.names ? '{' : '[';
    open.push(opened);
  };
  begin(standIn(whole, ''));
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { value, names, length, at } = top;
    if (at === length) {
      text += names ? '}' : ']';
      within.delete(value);
      open.pop();
      continue;
    }
    const name = names?.[at] ?? String(at);
    if (at > 0) text += ',';
    if (names) text += `${JSON.stringify(name)}:`;
    top.at += 1;
    begin(standIn((value as Readonly<Record<string, unknown>>)[name], name));
  }
  return text;
}

/**
 * Returns what `JSON.stringify` returns, for values nested to any depth: a capturer's data may be
 * nested thousands deep (spec §2.3), where `JSON.stringify` throws in some runtimes.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return written(value, JSON.stringify);
  }
}

/**
 * Returns parsed JSON as text that parses to an equal value, at any depth: also for -0, and for numbers
 * that are too large for a double.
 */
export const exactJsonText = (value: unknown): string => written(value, exactNumber);
