/**
 * Variables that a machine has for programs of its own. The programs under test read them too, or a
 * program that a test starts does: `libpq`'s `PG*`, `curl`'s proxies, `NODE_OPTIONS`.
 */
const FOREIGN =
  /^(?:CONSENT_EVIDENCE_|PG[A-Z]|AWS_|NODE_(?!ENV$|COMPILE_CACHE$|V8_COVERAGE$)|(?:https?|all|no)_proxy$|(?:FORCE|NO)_COLOR$)/i;

/** Removes them for the run, with its workers and all processes that they start. */
export default function keepOwnEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (FOREIGN.test(name)) Reflect.deleteProperty(process.env, name);
  }
}
