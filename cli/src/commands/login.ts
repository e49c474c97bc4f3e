// The stored login: an address and a key for later commands.
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { loginFile, removeLogin, writeLogin } from '../login-file.ts';
import { WrongUse } from '../wrong-use.ts';

export const login: Command = {
  about: 'stores the address of the service and a key for later commands',
  notes: [
    'The key is --key, else VOLLEY_KEY, else asked for; without a terminal it is read from standard input. It is',
    'tried, stored in a file that only you can read ($XDG_CONFIG_HOME or ~/.config, volley/login.json), and never',
    'printed.',
    'Later commands use it unless an option or the environment names another key or another address.',
  ],
  examples: ['volley login --api https://volley.example', 'volley login --api https://volley.example < key.txt'],
  run: async ({ connection, open, secret, terminal, signal }) => {
    const { api, key: given } = connection();
    if (api === undefined) throw new WrongUse('No address given: use --api URL, or set VOLLEY_API in the environment.');
    const key = given ?? (await secret());
    if (key === '') throw new WrongUse('No key given: enter the key of the account.');
    const client = open({ api, key });
    await client.balance.get({ signal });
    writeLogin({ api: client.api, key });
    terminal.out(JSON.stringify({ api: client.api, file: loginFile() }));
    return EXIT.ok;
  },
};

export const logout: Command = {
  about: 'removes the stored login; the key stays valid until it is deactivated',
  run: async ({ terminal }) => {
    terminal.out(JSON.stringify({ removed: removeLogin(), file: loginFile() }));
    return EXIT.ok;
  },
};
