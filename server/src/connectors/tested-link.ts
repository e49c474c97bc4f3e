import type { Protocol } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import type { Platform } from '../platform/platform.ts';
import { hooksAddress } from './dialects.ts';
import type { TestedLink } from './test-account.ts';

/** A link as it is stored. */
type StoredLink = Pick<TestedLink, 'settings'> & {
  readonly name: string;
  readonly protocol: Protocol;
  readonly url: string | null;
  readonly systemId: string;
  readonly passwordSealed: string;
};

/** The link at whose provider an account is tested, with its secret opened. */
export function testedLink({ config, secrets }: Pick<Platform, 'config' | 'secrets'>, link: StoredLink): TestedLink {
  const { name, protocol, url, systemId, passwordSealed, settings } = link;
  if (protocol === 'SMPP') throw new Error(`link ${name} speaks SMPP, which has no accounts of sender names`);
  return {
    protocol,
    url: must(url, `URL of link ${name}`),
    account: systemId,
    secret: secrets.open(passwordSealed),
    settings,
    ...hooksAddress(config.publicUrl, name),
  };
}
