// The address and the key of `volley login`, in a file that only its owner can read.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export type Login = { readonly api: string; readonly key: string };

export function loginFile(): string {
  const { XDG_CONFIG_HOME: own = '' } = process.env;
  return join(own === '' ? join(homedir(), '.config') : own, 'volley', 'login.json');
}

/** Undefined: there is no file, or it holds no login with the address of a service. */
export function readLogin(file = loginFile()): Login | undefined {
  try {
    const { api, key }: Partial<Login> = Object(JSON.parse(readFileSync(file, 'utf8')));
    return typeof api === 'string' && URL.canParse(api) && typeof key === 'string' ? { api, key } : undefined;
  } catch {
    return undefined;
  }
}

/** The file appears whole and with its mode: one that exists would keep its own. */
export function writeLogin({ api, key }: Login, file = loginFile()): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify({ api, key })}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
}

/** False: there was no login. */
export function removeLogin(file = loginFile()): boolean {
  const isThere = readLogin(file) !== undefined;
  rmSync(file, { force: true });
  return isThere;
}
