// A site with a widget: its account, its server that requests codes, and browsers at chosen addresses.
import type { Platform } from '../../../src/platform/platform.ts';
import type { Call, Reply } from '../http-client.ts';
import { type Account, givenAccount } from './account.ts';
import { registerName } from './seller.ts';
import { type GivenWidget, givenVerifier, givenWidget, PHONE, SITE, type Verifier } from './verification.ts';

type Place = { readonly platform: Platform; readonly call: Call };

export type Site = {
  readonly account: Account;
  readonly verifier: Verifier;
  readonly widget: GivenWidget;
  /** The request of the site's server. */
  readonly send: (key: unknown) => Promise<Reply>;
  /** Opens a session from an address; the test trusts its own address as a proxy. */
  readonly openFrom: (address: string, change?: object) => Promise<Reply>;
};

export type SiteOptions = {
  readonly widget?: object;
  readonly profile?: object;
  readonly balance?: number;
};

/** Settings under which `openFrom` decides the address. */
export const BEHIND_PROXY = { trustedProxies: ['127.0.0.1', '::1'] };

export async function givenSite(place: Place, { widget: draft, profile, balance }: SiteOptions = {}): Promise<Site> {
  const account = await givenAccount(place, balance === undefined ? {} : { balance });
  await registerName(place, account, {});
  const verifier = await givenVerifier(place, account, profile);
  const widget = await givenWidget(place, account, { gatewayId: verifier.gatewayId, ...draft });
  return {
    account,
    verifier,
    widget,
    send: (key) => account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER'),
    openFrom: (address, change = {}) =>
      place.call('POST', `/widget/v1/${widget.widgetId}/sessions`, {
        body: { destination: PHONE, channelType: 'SMS', captchaToken: 'pass', ...change },
        headers: { origin: SITE, 'x-forwarded-for': address },
      }),
  };
}
