import type { Command, Option } from 'commander';

/** Two checks of commander that its types leave out. */
interface Checks {
  missingMandatoryOptionValue(option: Option): void;
  unknownOption(flag: string): void;
}

/**
 * Tells of an unknown flag before a missing one, for it is probably the missing one, misspelt.
 * Commander checks in the other order. What no known flag took is then in `args`.
 */
export function tellUnknownFirst(command: Command): void {
  const checks = command as unknown as Checks;
  const missing = checks.missingMandatoryOptionValue.bind(command);
  checks.missingMandatoryOptionValue = (option) => {
    const unknown = command.args.find((word) => /^--?[^-]/.test(word));
    if (unknown === undefined) missing(option);
    else checks.unknownOption(unknown);
  };
}
