import type { Command } from 'commander';
import { createProgram } from '../../cli/program.ts';

/** A command, and the words that name it. */
export interface Listed {
  readonly name: string;
  readonly command: Command;
}

function listed(command: Command, path: readonly string[] = []): Listed[] {
  return command.commands.flatMap((each) => {
    const inner = [...path, each.name()];
    return [{ name: inner.join(' '), command: each }, ...listed(each, inner)];
  });
}

/** Every command there is. */
export const COMMANDS: readonly Listed[] = listed(createProgram());
