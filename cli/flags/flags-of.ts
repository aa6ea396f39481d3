import type { Command } from 'commander';

/**
 * Returns the flags of a subcommand. Flags before the subcommand apply too, unless they are
 * repeated after it.
 */
export function flagsOf(own: Command): Record<string, unknown> {
  const { parent } = own;
  const known = new Set(own.options.map((each) => each.attributeName()));
  const before = Object.entries(parent?.opts() ?? {}).filter(
    ([name]) => known.has(name) && parent?.getOptionValueSource(name) === 'cli',
  );
  const after = Object.entries(own.opts()).filter(
    ([name]) => own.getOptionValueSource(name) === 'cli' || !before.some(([each]) => each === name),
  );
  return Object.fromEntries([...before, ...after]);
}
