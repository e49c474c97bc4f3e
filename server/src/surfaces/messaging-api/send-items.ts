// From the wire to what is sent: content by channel, lifetimes and local times, cascades. What is wrong with the form
// of one message refuses the whole call, named by its path.
import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { sendMessages } from '@volley/contract/messaging/messages.ts';
import type { CascadeStepBody } from '@volley/contract/messaging/sending-settings.ts';
import { normalizeCascade } from '@volley/domain/cascade.ts';
import { CHANNELS, type ChannelType, TTL_MAX_SECONDS } from '@volley/domain/channel.ts';
import { formatLocalTime, parseLocalTime } from '@volley/domain/local-time.ts';
import { isContentProblem, readContent } from '@volley/domain/message-content.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { callbackUrlProblem } from '../../features/callbacks/register-endpoint.ts';
import type { CascadeStep, SendContent, SendItem, SendSettings } from '../../features/sends/send.ts';

type MessageBody = BodyOf<typeof sendMessages>[number];
type TimedBody = Pick<
  MessageBody,
  | 'ttl'
  | 'useLocalTime'
  | 'localSendTime'
  | 'localCompletionTime'
  | 'hours'
  | 'days'
  | 'shortUrl'
  | 'callbackUrl'
  | 'callbackEvents'
>;

const HOUR_MS = 3_600_000;
const SEND_TIME_BACK_MS = 12 * HOUR_MS;
const SEND_TIME_AHEAD_MS = 7 * 24 * HOUR_MS;
const COMPLETION_AHEAD_MS = 70 * 24 * HOUR_MS;

/** Whether it takes an account with longer codes for flash calls to send it; rarely yes. */
export function mayHoldLongCode({ channelType, content, cascade }: MessageBody): boolean {
  if (channelType === 'FLASHCALL' && !(typeof content === 'string' && content.length <= 4)) return true;
  return cascade !== undefined && JSON.stringify(cascade).includes('"FLASHCALL"');
}

/** `codeDigitsMax` is for flash calls. */
export function sendItems(body: readonly MessageBody[], nowMs: number, codeDigitsMax?: number): SendItem[] {
  return body.map((message, at) => {
    const path = `[${at}]`;
    return {
      channelType: message.channelType,
      senderName: message.senderName,
      destination: message.destination,
      content: contentOf(message, path, codeDigitsMax),
      settings: settingsOf(message, message.channelType, path, nowMs),
      externalMessageId: message.externalMessageId ?? null,
      tags: message.tags === undefined || message.tags.length === 0 ? null : message.tags,
      claimedTrafficType: message.trafficType ?? null,
      cascade: cascadeOf(message, `${path}.`, codeDigitsMax),
    };
  });
}

const refuse = (field: string, problem: string) => new Refusal('bad-request', { field, problem });

type Content = Pick<MessageBody, 'channelType' | 'content' | 'shortUrl'>;

/** What is too long only because of its links is judged when they have been shortened. */
export function contentOf(
  { channelType, content, shortUrl }: Content,
  path: string,
  codeDigitsMax?: number,
): SendContent {
  const found = readContent(channelType, content, shortUrl, codeDigitsMax);
  if (!isContentProblem(found)) return found;
  throw refuse([path, 'content', found.field].filter((part) => part !== '').join('.'), found.problem);
}

/** `path` is empty where the settings are the body itself. */
export function settingsOf(body: TimedBody, channelType: ChannelType, path: string, nowMs: number): SendSettings {
  const prefix = path === '' ? '' : `${path}.`;
  const sendTime = wallTime(body.localSendTime, `${prefix}localSendTime`);
  const completionTime = wallTime(body.localCompletionTime, `${prefix}localCompletionTime`);
  checkTimes(sendTime, completionTime, prefix, nowMs);
  const problem = body.callbackUrl === undefined ? undefined : callbackUrlProblem(body.callbackUrl);
  if (problem !== undefined) throw refuse(`${prefix}callbackUrl`, problem);
  return {
    ttlSeconds: ttlOf(body.ttl, channelType, prefix),
    useLocalTime: body.useLocalTime ?? true,
    localSendTime: sendTime === null ? null : formatLocalTime(sendTime),
    localCompletionTime: completionTime === null ? null : formatLocalTime(completionTime),
    hours: listOrNull(body.hours),
    days: listOrNull(body.days),
    shortUrl: body.shortUrl ?? false,
    callbackUrl: body.callbackUrl ?? null,
    callbackEvents: eventsOf(body.callbackEvents),
  };
}

const listOrNull = (list: readonly number[] | undefined) => (list === undefined || list.length === 0 ? null : list);

const eventsOf = (events: readonly string[] | undefined): readonly string[] =>
  events === undefined || events.length === 0 ? ['delivered'] : [...new Set(events)];

function ttlOf(ttl: number | undefined, channelType: ChannelType, prefix: string): number | null {
  if (ttl === undefined) return null;
  const min = CHANNELS[channelType].ttlMinSeconds;
  if (ttl < min || ttl > TTL_MAX_SECONDS) throw refuse(`${prefix}ttl`, `must be between ${min} and ${TTL_MAX_SECONDS}`);
  return ttl;
}

function wallTime(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const ms = parseLocalTime(text);
  if (ms === undefined) throw refuse(field, 'must be a time like 2026-07-02 10:00:00');
  return ms;
}

/** Bounds are measured against UTC, whatever the zone. */
function checkTimes(sendMs: number | null, completionMs: number | null, prefix: string, nowMs: number): void {
  if (sendMs !== null && (sendMs < nowMs - SEND_TIME_BACK_MS || sendMs > nowMs + SEND_TIME_AHEAD_MS))
    throw refuse(`${prefix}localSendTime`, 'must be from 12 hours ago to 7 days ahead');
  if (completionMs === null) return;
  if (completionMs > nowMs + COMPLETION_AHEAD_MS)
    throw refuse(`${prefix}localCompletionTime`, 'must be at most 70 days ahead');
  if (completionMs <= (sendMs ?? nowMs - SEND_TIME_BACK_MS))
    throw refuse(`${prefix}localCompletionTime`, 'must be after localSendTime');
}

type Cascading = Pick<MessageBody, 'channelType' | 'cascade' | 'cascadeCondition'>;

export function cascadeOf(body: Cascading, prefix: string, codeDigitsMax?: number): CascadeStep[] {
  const found = normalizeCascade<CascadeStepBody>(body);
  if ('problem' in found) throw refuse(`${prefix}${found.field}`, found.problem);
  return found.steps.map(({ step, condition, field }) => ({
    condition,
    channelType: step.channelType,
    senderName: step.senderName,
    content: contentOf(step, `${prefix}${field}`, codeDigitsMax),
    ttlSeconds: ttlOf(step.ttl, step.channelType, `${prefix}${field}.`),
    shortUrl: step.shortUrl ?? false,
  }));
}
