// The address of the broker: one server or several, separated by commas. The client library does not read credentials
// from an address, so they become options. All servers of a cluster have the same credentials.

export type BrokerAddress = {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
};

export function brokerAddress(url: string): BrokerAddress {
  const servers = url
    .split(',')
    .map((part) => part.trim())
    .map((part) => new URL(part.includes('://') ? part : `nats://${part}`));
  const named = servers.find(({ username }) => username !== '');
  return { servers: servers.map(({ protocol, host }) => `${protocol}//${host}`), ...credentialsOf(named) };
}

/** A user without a password is a token. */
function credentialsOf(server: URL | undefined): Omit<BrokerAddress, 'servers'> {
  if (server === undefined) return {};
  const [user, pass] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
  return pass === '' ? { token: user } : { user, pass };
}
