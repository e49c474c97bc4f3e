/** Everything before the hosts (scheme, user, password), the hosts, and everything after them. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/;
const HOST = /^(\[[\da-f:.]+\]|[^\s[\],:]+)(:\d{1,5})?$/i;

/**
 * An address per server of `postgres://user@h1:5432,h2:5433/db`, in the order written. The address of a single server
 * (also a socket) is returned unchanged. Undefined: the list has a malformed host.
 */
export function databaseAddresses(url: string): readonly string[] | undefined {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  const listed = hosts.split(',');
  return listed.every((host) => HOST.test(host)) ? listed.map((host) => `${before}${host}${after}`) : undefined;
}
