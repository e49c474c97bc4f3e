// Completion scripts for shells, from the table of commands.
import { type Command, type CommandGroup, isGroup, SHARED_OPTIONS } from './command.ts';

type Table = Readonly<Record<string, Command | CommandGroup>>;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, table: Table): string {
  return SCRIPTS[shell](table);
}

/** Words after `volley`, `volley send` and `volley dispatch create`, by the words before. */
function wordsAfter(table: Table): [before: string, words: readonly string[]][] {
  const optionsOf = ({ options = {} }: Command) =>
    Object.keys({ ...options, ...SHARED_OPTIONS }).map((one) => `--${one}`);
  return Object.entries(table).flatMap(([name, entry]): [string, readonly string[]][] =>
    isGroup(entry)
      ? [
          [name, Object.keys(entry.commands)],
          ...Object.entries(entry.commands).map(([word, one]): [string, string[]] => [
            `${name} ${word}`,
            optionsOf(one),
          ]),
        ]
      : [[name, name === 'completion' ? SHELLS : optionsOf(entry)]],
  );
}

const topWords = (table: Table) => [...Object.keys(table), 'help', '--version'].join(' ');

const SCRIPTS: Readonly<Record<Shell, (table: Table) => string>> = {
  bash: (table) => `# volley completion bash > /etc/bash_completion.d/volley
_volley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${wordsAfter(table)
  .toSorted(([one], [two]) => two.length - one.length)
  .map(([before, words]) => `    '${before}'*) words='${words.join(' ')}' ;;`)
  .join('\n')}
    *) words='${topWords(table)}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _volley volley
`,
  zsh: (table) => `#compdef volley
# volley completion zsh > "\${fpath[1]}/_volley"
_volley() {
  case "\${(j: :)words[2,CURRENT-1]}" in
${wordsAfter(table)
  .toSorted(([one], [two]) => two.length - one.length)
  .map(([before, words]) => `    '${before}'*) compadd -- ${words.join(' ')} ;;`)
  .join('\n')}
    *) compadd -- ${topWords(table)} ;;
  esac
}
compdef _volley volley
`,
  fish: (table) => {
    const top = Object.entries(table).map(
      ([name, { about }]) => `complete -c volley -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", '')}'`,
    );
    const rest = wordsAfter(table).map(([before, words]) => {
      const condition = before
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ');
      return `complete -c volley -n '${condition}' -a '${words.join(' ')}'`;
    });
    return `# volley completion fish > ~/.config/fish/completions/volley.fish
complete -c volley -f
${[...top, ...rest].join('\n')}
`;
  },
};
