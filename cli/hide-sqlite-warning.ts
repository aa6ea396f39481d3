/**
 * Keeps Node's note that SQLite is experimental off the command's output: who runs a command did not
 * choose SQLite. Other warnings are printed. The library never does this, because a process belongs
 * to the program that runs in it.
 */
export function hideSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...given: unknown[]) => void;
  process.emitWarning = (...given: unknown[]) => {
    const [warning, type] = given;
    if (type === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    emit(...given);
  };
}
