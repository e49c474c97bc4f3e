// A form is the interface of an aggregator: how a message is said, how the answer is heard, and how reports are read.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer, Dialect } from '../dialect.ts';
import type { HookStatus } from '../hook.ts';
import type { Submission } from '../link-job.ts';

export type PartnerLink = {
  readonly basePath: string;
  /** Our login; of no use in forms with a key. */
  readonly account: string;
  /** Password or access key. */
  readonly secret: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hooksUrl?: string;
  /** The channel of the link. */
  readonly channelType?: string;
};

/** The aggregator cannot show this message; the code of the message if no other link can. */
export type Unsayable = { readonly errorCode: number };

export type Form = {
  /** `reportUrl`: the address for reports; undefined: none is known. */
  say(link: PartnerLink, submission: Submission, reportUrl: string | undefined): ProviderRequest | Unsayable;
  hear(answer: Answer, submission: Submission, link: PartnerLink): ReturnType<Dialect['hear']>;
  /** The answer is an error of the aggregator. */
  isOwnError(answer: Answer): boolean;
  /** A call that makes no message. */
  greet(link: PartnerLink): ProviderRequest;
  /** Undefined: the aggregator lets the link in. Otherwise the reason. */
  hearGreeting(answer: Answer): string | undefined;
  /** Unknown or unusable entries are skipped. */
  readReports(body: unknown, link: ReportedLink): readonly HookStatus[];
};

export type ReportedLink = {
  readonly channelType: ChannelType;
  readonly settings: Readonly<Record<string, unknown>>;
};

/** Whole seconds within the limits of the aggregator; undefined: the message has no lifetime of its own. */
export function lifetimeOf(ttlSeconds: number | undefined, min: number, max: number): number | undefined {
  return ttlSeconds === undefined ? undefined : Math.min(Math.max(Math.floor(ttlSeconds), min), max);
}

export const jsonRequest = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST' as const,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
