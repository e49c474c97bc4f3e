// The service and the key of a command: its options, else the environment, else the login.
import type { Given } from './command.ts';
import { type Login, readLogin } from './login-file.ts';
import { WrongUse } from './wrong-use.ts';

const DEFAULT_API = 'http://127.0.0.1:8080';

type Environment = Readonly<Record<string, string | undefined>>;

/** A stored key goes to the address that it was stored with, and to no other. */
export function connectionOf(given: Given, environment: Environment, stored = readLogin()): Login {
  const api = apiOf(given, environment) ?? stored?.api ?? DEFAULT_API;
  const own = keyOf(given, environment);
  if (own !== undefined) return { api, key: own };
  if (stored !== undefined && rootOf(stored.api) === rootOf(api)) return { api, key: stored.key };
  const elsewhere = stored === undefined ? '' : ` The login is for ${stored.api}.`;
  throw new WrongUse(
    `No key given: set VOLLEY_KEY in the environment, use --key, or store one with volley login.${elsewhere}`,
  );
}

/** Undefined: neither the options nor the environment name one. */
export function apiOf(given: Given, environment: Environment): string | undefined {
  const api = given.text('api') ?? environment['VOLLEY_API'];
  if (api !== undefined && (!/^https?:/.test(api) || !URL.canParse(api)))
    throw new WrongUse(`The address of the service must be a URL such as https://volley.example: \`${api}\` is not.`);
  return api;
}

/** Undefined: neither the options nor the environment hold one. */
export function keyOf(given: Given, environment: Environment): string | undefined {
  const key = given.text('key') ?? environment['VOLLEY_KEY'];
  return key === '' ? undefined : key;
}

/** As the client reads it: with or without `/api/v1`. */
const rootOf = (api: string) => new URL(api).href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
