import type { Command } from 'commander';

/** The shells that there is a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of them. */
export type Shell = (typeof SHELLS)[number];

const NAME = 'consent-evidence';

/** What can follow the words of a command. */
interface Place {
  /** The words, each after a space: ` archive verify`; empty for none. */
  readonly words: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly { readonly name: string; readonly about: string }[];
}

function placesOf(command: Command, words = ''): Place[] {
  const visible = command.createHelp();
  const commands = visible
    .visibleCommands(command)
    .map((each) => ({ name: each.name(), about: each.description() }));
  const flags = visible
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long == null ? [] : [{ name: long, about: description }]));
  const inner = command.commands.flatMap((each) => placesOf(each, `${words} ${each.name()}`));
  return [{ words, commands, flags }, ...inner];
}

/** Finds out, in shells that have `case`, where the words typed so far lead. */
const stepping = (places: readonly Place[]): string => {
  const known = places.flatMap(({ words }) => (words === '' ? [] : [`'${words}'`]));
  return `case "$at $word" in ${known.join('|')}) at="$at $word" ;; esac`;
};

const branches = (places: readonly Place[]): string =>
  places
    .map(({ words, commands, flags }) => {
      const all = [...commands, ...flags].map(({ name }) => name);
      return `    '${words}') known='${all.join(' ')}' ;;`;
    })
    .join('\n');

function bash(places: readonly Place[]): string {
  return `_consent_evidence() {
  local at='' known='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    ${stepping(places)}
  done
  case "$at" in
${branches(places)}
  esac
  COMPREPLY=($(compgen -W "$known" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _consent_evidence ${NAME}
`;
}

function zsh(places: readonly Place[]): string {
  return `#compdef ${NAME}
_consent_evidence() {
  local at='' known='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    ${stepping(places)}
  done
  case "$at" in
${branches(places)}
  esac
  compadd -- \${=known}
  [[ "$words[CURRENT]" == -* ]] || _files
}
compdef _consent_evidence ${NAME}
`;
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

function fish(places: readonly Place[]): string {
  const known = places.flatMap(({ words }) => (words === '' ? [] : [`'${words}'`]));
  const lines = places.flatMap(({ words, commands, flags }) => {
    const here = `complete -c ${NAME} -n "__consent_evidence_at '${words}'"`;
    return [
      ...commands.map(({ name, about }) => `${here} -f -a ${name} -d ${quoted(about)}`),
      ...flags.map(({ name, about }) => `${here} -l ${name.slice(2)} -d ${quoted(about)}`),
    ];
  });
  return `function __consent_evidence_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    contains -- "$at $word" ${known.join(' ')}; and set at "$at $word"
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Returns the script that completes the program's commands and flags in a shell. */
export function completionScript(shell: Shell, program: Command): string {
  return { bash, zsh, fish }[shell](placesOf(program));
}
