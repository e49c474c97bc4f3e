/** Everything before the hosts (scheme, user, password), the hosts, and everything after them. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/;
const HOST = /^(\[[\da-f:.]+\]|[^\s[\],:]+)(:\d{1,5})?$/i;

/**
 * One address per server of `postgres://user@h1:5432,h2:5433/db`, in the order written. An address of a single server
 * is left to the driver as it is, sockets and all; undefined is a list that has an unreadable host.
 */
export function databaseAddresses(url: string): readonly string[] | undefined {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  const listed = hosts.split(',');
  return listed.every((host) => HOST.test(host)) ? listed.map((host) => `${before}${host}${after}`) : undefined;
}
