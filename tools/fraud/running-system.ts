// The system under attack: real processes, simulated operators and a simulated captcha provider, a company with money,
// and the process for visitors. The test trusts its own address as a proxy, so visitors come from any address.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountKeys } from '@volley/bench/harness/account.ts';
import { startReadyChild } from '@volley/bench/harness/child-process.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { textAt } from '@volley/bench/harness/json.ts';
import { askOnce } from '@volley/bench/harness/partner-client.ts';
import { harnessEnvironment } from '@volley/bench/harness/server-program.ts';
import { type CaptchaServer, startCaptchaServer } from '../../server/test/given/outside/captcha-server.ts';

export type System = {
  readonly simulatorUrl: string;
  /** The API of the product. */
  readonly url: string;
  /** The API of the product with shorter checks of proofs. */
  readonly visitorUrl: string;
  readonly captcha: CaptchaServer;
  readonly verifierKey: string;
  /** A profile and a widget of their own. */
  openWidget(widget: object): Promise<string>;
  logTails(): string;
  stop(): Promise<void>;
};

type Servers = { readonly databaseUrl: string; readonly natsUrl: string };

const VISITOR_API = fileURLToPath(new URL('visitor-api.ts', import.meta.url));
const SITE = 'shop.example';
export const ORIGIN = `https://${SITE}`;
const MONEY = { currency: 'RUB', amount: 10_000_000, reason: 'codes of the simulated visitors' };
/** Limits as usual, except the pause, which only delays, and the day's amount of a site with ten thousand visitors. */
const PROFILE = { name: 'Sign-in', resendPauseSeconds: 0, dayAmountMax: 5_000_000 };

type Closer = () => Promise<unknown>;

/** A failed start stops what it has started. */
export async function startSystem(servers: Servers): Promise<System> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  try {
    return await start(servers, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(servers: Servers, closers: Closer[], stop: System['stop']): Promise<System> {
  const captcha = await startCaptchaServer();
  closers.push(() => captcha.close());
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1',
    TURNSTILE_URL: captcha.settings.turnstileUrl,
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  const { databaseUrl, natsUrl } = servers;
  const harness = await startHarness({ what: 'fraud', databaseUrl, natsUrl, settings });
  closers.push(() => harness.stop());
  const visitors = await startReadyChild({
    name: 'visitor-api',
    command: process.execPath,
    args: [VISITOR_API],
    logFile: join(harness.folder, 'visitor-api.log'),
    env: harnessEnvironment(harness, settings),
  });
  closers.push(() => visitors.child.stop());
  const { keys, openWidget } = await openCompany(harness);
  return {
    simulatorUrl: harness.simulator.controlUrl,
    url: harness.apiUrl(),
    visitorUrl: textAt(visitors.ready, 'url'),
    captcha,
    verifierKey: keys.verifier,
    openWidget,
    logTails: () => harness.logTails(),
    stop,
  };
}

async function openCompany(harness: Harness): Promise<{ keys: AccountKeys } & Pick<System, 'openWidget'>> {
  const { companyId } = await harness.givenPartner();
  const keys = await harness.givenKeys(companyId);
  const token = await harness.givenAdminToken();
  const ask = (path: string, body: object) =>
    askOnce(harness.apiUrl(), { token, method: 'POST', path: `/admin/v1${path}`, body });
  await ask(`/companies/${companyId}/wallets/top-up`, MONEY);
  const channels = [{ channelType: 'SMS', senderName: 'StandMTS', text: 'Your code: {code}' }];
  return {
    keys,
    openWidget: async (widget) => {
      const profile = await ask('/verification-profiles', { companyId, channels, ...PROFILE });
      const settings = { companyId, gatewayId: textAt(profile, 'gatewayId'), name: 'Sign-in', kind: 'OWN_SITE' };
      const secrets = { siteKey: 'site-key', secret: 'captcha-secret' };
      return textAt(await ask('/widgets', { ...settings, ...secrets, domains: [SITE], ...widget }), 'widgetId');
    },
  };
}
