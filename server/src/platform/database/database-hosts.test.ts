import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseAddresses } from './database-hosts.ts';

const cases: readonly { url: string; hosts: readonly [host: string, port: number][] }[] = [
  { url: 'postgres://u:s@h1/db', hosts: [['h1', 5432]] },
  {
    url: 'postgres://u:s@h1:5432,h2:5433/db',
    hosts: [
      ['h1', 5432],
      ['h2', 5433],
    ],
  },
  {
    url: 'postgresql://u:s@h1,h2:6432,10.0.0.3/db',
    hosts: [
      ['h1', 5432],
      ['h2', 6432],
      ['10.0.0.3', 5432],
    ],
  },
  {
    url: 'postgres://u:s@[::1]:5432,[fe80::2]/db',
    hosts: [
      ['::1', 5432],
      ['fe80::2', 5432],
    ],
  },
  {
    url: 'postgres://u:s@h1,h2/db?application_name=a,b@c',
    hosts: [
      ['h1', 5432],
      ['h2', 5432],
    ],
  },
];

test.each(cases)('$url names its servers in order', ({ url, hosts }) => {
  const clients = databaseAddresses(url)?.map((address) => new pg.Client({ connectionString: address }));
  expect(clients?.map(({ host, port }) => [host, port])).toEqual(hosts);
  for (const client of clients ?? []) expect(client).toMatchObject({ user: 'u', password: 's', database: 'db' });
});

test.each(['p%40ss%2Fw', 'a,b', 'a@b,c', 'x:y', '%2C%3A'])(
  'the password %s goes to every server of the list',
  (password) => {
    const addresses = databaseAddresses(`postgres://u:${password}@h1,h2:5433/db`);
    expect(addresses).toEqual([`postgres://u:${password}@h1/db`, `postgres://u:${password}@h2:5433/db`]);
    for (const address of addresses ?? [])
      expect(new pg.Client({ connectionString: address })).toMatchObject({
        user: 'u',
        password: decodeURIComponent(password),
      });
  },
);

test.each([
  'postgres://127.0.0.1:5432/volley',
  '/var/run/postgresql volley',
  'socket:/run?db=volley',
  'postgres:///volley',
])('the address %s of a single server is returned unchanged', (url) => {
  expect(databaseAddresses(url)).toEqual([url]);
});

test.each(['h1,', ',h2', 'h1,,h2', 'h1:x,h2', 'h1,h 2', '::1,h2', 'h1:123456,h2'])(
  'the host list %s is malformed',
  (hosts) => {
    expect(databaseAddresses(`postgres://u@${hosts}/db`)).toBeUndefined();
  },
);
