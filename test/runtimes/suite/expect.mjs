// Without a test runner or `node:assert`, so that these run on every runtime.

function shown(value) {
  return value instanceof Error ? String(value) : JSON.stringify(value);
}

/** Fails unless `value` is true. */
export function ok(value, what) {
  if (value !== true) throw new Error(`${what}: expected true, got ${shown(value)}`);
}

/** Fails unless both are the same value, or the same JSON. */
export function equal(actual, expected, what = 'value') {
  if (Object.is(actual, expected) || JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
}

/** Fails unless each member of `expected` is the same in `actual`. */
export function has(actual, expected) {
  for (const [name, value] of Object.entries(expected)) {
    if (Object.is(actual?.[name], value)) continue;
    equal(actual?.[name], value, name);
  }
}

/** Returns what `work` rejects with; fails if it resolves. */
export async function failureOf(work) {
  let value;
  try {
    value = await work;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a rejection, got ${shown(value)}`);
}
