// A link to a simulated provider, created over the back office API.
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { Harness } from '../harness/harness.ts';
import { askOnce } from '../harness/partner-client.ts';
import { waitFor } from '../harness/wait.ts';
import { withDatabase } from '../harness/with-database.ts';

export type ProviderLink = {
  readonly name: string;
  readonly protocol: HttpProtocol;
  readonly url: string;
  readonly channelType?: string;
  readonly windowSize: number;
  /** Absent for protocols whose sender names have their own accounts. */
  readonly systemId?: string;
  readonly password?: string;
  readonly settings?: Readonly<Record<string, string>>;
};

const UP_MS = 60_000;

/** Creates the links and waits until they are up. */
export async function putProviderLinks(
  harness: Harness,
  adminToken: string,
  links: readonly ProviderLink[],
): Promise<void> {
  for (const link of links)
    await askOnce(harness.apiUrl(), {
      token: adminToken,
      method: 'PUT',
      path: '/admin/v1/links',
      body: { brands: [0, 1, 2, 3, 4], ...link },
    });
  await untilBound(
    harness,
    links.map(({ name }) => name),
    true,
  );
}

/** Waits until all the links are up, or all are down. */
export async function untilBound(harness: Harness, names: readonly string[], bound: boolean): Promise<void> {
  await withDatabase(harness.databaseUrl, (client) =>
    waitFor(
      `links ${names.join(', ')} are ${bound ? 'up' : 'down'}`,
      async () => {
        const { rowCount } = await client.query('select from operator_links where name = any($1) and bound = $2', [
          names,
          bound,
        ]);
        return rowCount === names.length;
      },
      { timeoutMs: UP_MS },
    ),
  );
}
