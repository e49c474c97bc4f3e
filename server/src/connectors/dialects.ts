// The dialect of a link, by its protocol.
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import { hideSecrets, type SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { Dialect } from './dialect.ts';
import { maxBot } from './max-bot/dialect.ts';
import { partnerRest } from './partner-rest/dialect.ts';
import { telegramBot } from './telegram-bot/dialect.ts';
import { telegramGateway } from './telegram-gateway/dialect.ts';
import { vkBot } from './vk-bot/dialect.ts';
import { volleyHttp } from './volley-http/dialect.ts';
import { whatsappCloud } from './whatsapp-cloud/dialect.ts';

/** Address and credentials of a link to a provider. */
export type LinkAccount = {
  /** Path of the provider's address, without a slash at its end. */
  readonly basePath: string;
  readonly account: string;
  readonly secret: string;
  /** Settings that only the protocol knows. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Address of the link's hooks, before their form; absent: no address of this service is known. */
  readonly hooksUrl?: string;
  /** The channel of the link, for protocols that carry several. */
  readonly channelType?: string;
};

const DIALECTS: Readonly<Record<HttpProtocol, (link: LinkAccount) => Dialect>> = {
  VOLLEY_HTTP: volleyHttp,
  TELEGRAM_GATEWAY: telegramGateway,
  TELEGRAM_BOT: telegramBot,
  MAX_BOT: maxBot,
  VK_BOT: vkBot,
  WHATSAPP_CLOUD: whatsappCloud,
  PARTNER_REST: partnerRest,
};

/** Members of a verdict that the provider worded. */
const WORDS: ReadonlySet<string> = new Set(['providerCode', 'reason']);

/** A provider may repeat a token in its answer, so the secrets are taken out of whatever a dialect understood. */
export function dialectOf(protocol: HttpProtocol, link: LinkAccount): Dialect {
  const dialect = DIALECTS[protocol](link);
  const prepare = dialect.prepare?.bind(dialect);
  const hearInquiry = dialect.hearInquiry?.bind(dialect);
  const secretsOf = (account?: SenderAccount) => [link.secret, ...Object.values(account?.secrets ?? {})];
  return {
    ...dialect,
    ...(prepare && {
      prepare: async (submission, ask, files) =>
        withoutSecrets(await prepare(submission, ask, files), secretsOf(submission.account)),
    }),
    ...(hearInquiry && {
      hearInquiry: (answer) => withoutSecrets(hearInquiry(answer), secretsOf()),
    }),
    hear: (answer, submission, prepared) =>
      withoutSecrets(dialect.hear(answer, submission, prepared), secretsOf(submission.account)),
    hearHealth: (answer, account) => {
      const problem = dialect.hearHealth(answer, account);
      return problem && hideSecrets(problem, secretsOf(account));
    },
  };
}

function withoutSecrets<Heard extends object>(heard: Heard, secrets: readonly string[]): Heard {
  const words = Object.entries(heard).filter((entry): entry is [string, string] => WORDS.has(entry[0]));
  return { ...heard, ...Object.fromEntries(words.map(([name, text]) => [name, hideSecrets(text, secrets)])) };
}

/** `publicUrl`: address of this service; empty: not known. */
export const hooksAddress = (publicUrl: string, linkName: string): Pick<LinkAccount, 'hooksUrl'> =>
  publicUrl === '' ? {} : { hooksUrl: `${publicUrl.replace(/\/$/, '')}/channels/v1/${encodeURIComponent(linkName)}` };
