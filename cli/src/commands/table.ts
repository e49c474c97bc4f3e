// All commands, in the order of the help.
import type { Command, CommandGroup } from '../command.ts';
import { completionScript, SHELLS } from '../completion.ts';
import { EXIT } from '../exit-codes.ts';
import { WrongUse } from '../wrong-use.ts';
import { balance, events, status, stop } from './account.ts';
import { dispatch } from './dispatch.ts';
import { explain } from './explain.ts';
import { listenCommand } from './listen-command.ts';
import { login, logout } from './login.ts';
import { send } from './send.ts';
import { template } from './template.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';

const completion: Command = {
  about: 'prints a completion script for a shell',
  takes: SHELLS.join('|'),
  examples: ['source <(volley completion bash)', 'volley completion fish > ~/.config/fish/completions/volley.fish'],
  run: async ({ args: [name], terminal }) => {
    const shell = SHELLS.find((one) => one === name);
    if (shell === undefined) throw new WrongUse(`Name a shell: ${SHELLS.join(', ')}.`);
    terminal.out(completionScript(shell, COMMANDS).trimEnd());
    return EXIT.ok;
  },
};

export const COMMANDS: Readonly<Record<string, Command | CommandGroup>> = {
  send,
  status,
  stop,
  balance,
  events,
  dispatch,
  template,
  verify,
  explain,
  listen: listenCommand,
  trigger,
  login,
  logout,
  completion,
};
