import type { Config } from '../../config.ts';

/** Path of short links on the API's own host. */
export const SHORT_LINK_PATH = '/l';

/** Address before the code, without a trailing slash. */
export function shortLinkBase({ shortLinkBase: given, host, port }: Pick<Config, 'shortLinkBase' | 'host' | 'port'>) {
  if (given !== '') return given.replace(/\/+$/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${SHORT_LINK_PATH}`;
}
