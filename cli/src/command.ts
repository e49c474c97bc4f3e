// A command of the command line as a value: help, completion and parsing derive from it.
import type { Client } from '@volley/sdk/client.ts';
import type { Login } from './login-file.ts';
import type { Terminal } from './terminal.ts';

export type OptionSpec = {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** Name of the value in the help, such as NUMBER. */
  readonly value?: string;
  readonly multiple?: true;
  readonly short?: string;
};

export type Options = Readonly<Record<string, OptionSpec>>;

export type Command = {
  readonly about: string;
  /** Positional arguments, such as `UUID CODE` or `UUID…`; any other is refused. */
  readonly takes?: string;
  readonly options?: Options;
  /** Lines below the options. */
  readonly notes?: readonly string[];
  readonly examples?: readonly string[];
  readonly run: (context: Context) => Promise<number>;
};

/** Commands of two words, such as `dispatch create`. */
export type CommandGroup = { readonly about: string; readonly commands: Readonly<Record<string, Command>> };

export type Context = {
  /** Positional arguments after the name of the command. */
  readonly args: readonly string[];
  readonly given: Given;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Requires a key, so only commands that need one call it. `listen` retries by itself. */
  readonly client: (retries?: number) => Client;
  readonly open: (login: Login) => Client;
  /** Address and key of the options, else of the environment. */
  readonly connection: () => Partial<Login>;
  /** A key that is typed or read from standard input. */
  readonly secret: () => Promise<string>;
  /** Standard input as text. */
  readonly input: () => Promise<string>;
};

/** Values of the options. */
export type Given = {
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
};

export const isGroup = (entry: Command | CommandGroup): entry is CommandGroup => 'commands' in entry;

/** Options of every command; a command may describe one of them in its own words. */
export const SHARED_OPTIONS = {
  key: {
    type: 'string',
    value: 'KEY',
    about: 'key of the account; VOLLEY_KEY in the environment, or volley login, is safer',
  },
  api: {
    type: 'string',
    value: 'URL',
    about: 'address of the service; default VOLLEY_API, else that of the login, else http://127.0.0.1:8080',
  },
  json: { type: 'boolean', about: 'prints JSON, one value per line; the default of all but listen and completion' },
  help: { type: 'boolean', short: 'h', about: 'help of the command' },
} as const satisfies Options;
