// Maps messages from the wire to send items: content by channel, lifetimes, local times, cascades. A fault in the form
// of one message refuses the call; its field names the path. A bad text refuses its own message.

import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { sendMessages } from '@volley/contract/messaging/messages.ts';
import type { CascadeStepBody } from '@volley/contract/messaging/sending-settings.ts';
import { formatLocalTime, parseLocalTime } from '@volley/domain/dispatches/local-time.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { normalizeCascade } from '@volley/domain/sending/cascade.ts';
import { CHANNELS, type ChannelType, TTL_MAX_SECONDS } from '@volley/domain/sending/channel.ts';
import type { ContentProblem } from '@volley/domain/text/content-members.ts';
import { isBadText, isContentProblem, readContent } from '@volley/domain/text/message-content.ts';
import { callbackUrlFault } from '../../features/callbacks/targets/register-target.ts';
import type { CascadeStep, SendContent, SendItem, SendSettings } from '../../features/sends/send.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Sound } from '../http/request-input.ts';

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

/** Whether only an account with longer flash call codes may send the message; rarely true. */
export function mayHoldLongCode({ channelType, content, cascade }: MessageBody): boolean {
  if (channelType === 'FLASHCALL' && !(typeof content === 'string' && content.length <= 4)) return true;
  return cascade !== undefined && holdsFlashcall(cascade);
}

/** Steps nested too deep have not been checked by the schema. */
function holdsFlashcall(cascade: unknown): boolean {
  return [cascade].flat().some((step: unknown) => {
    const { channelType, cascade: next }: { channelType?: unknown; cascade?: unknown } = Object(step);
    return channelType === 'FLASHCALL' || (next !== undefined && holdsFlashcall(next));
  });
}

/** Context of reading a body; faults are named by their path. */
export type Reading = {
  readonly nowMs: number;
  readonly callbackAllow: readonly string[];
  /** Cached: most messages of a call share one callback URL. */
  readonly urls: Map<string, ReturnType<typeof callbackUrlFault>>;
  /** For flash calls. */
  readonly codeDigitsMax?: number | undefined;
  readonly faults: Fault[];
  /** Empty, blank and too long texts. */
  readonly badTexts: Fault[];
};

export function newReading({ clock, config }: Pick<Platform, 'clock' | 'config'>, codeDigitsMax?: number): Reading {
  const { callbackAllow } = config;
  return { nowMs: clock.now().getTime(), callbackAllow, urls: new Map(), codeDigitsMax, faults: [], badTexts: [] };
}

/** The name of a field in the request, where it differs from its path in the messages. */
export type Naming = (field: string) => string;

const asItIs: Naming = (field) => field;

/** In turns of the event loop: content of forty megabytes is measured here. */
export async function sendItems(
  body: readonly MessageBody[],
  reading: Reading,
  nameOf: Naming = asItIs,
): Promise<SendItem[]> {
  const items: SendItem[] = [];
  await inTurns(body, (message, at) => {
    const badTexts: Fault[] = [];
    const item = sendItem(message, `[${at}]`, { ...reading, badTexts });
    const [bad] = badTexts;
    items.push(bad === undefined ? item : { ...item, badText: wordsOf(bad, nameOf) });
  });
  refuseFaults(reading.faults.map((fault) => ({ ...fault, field: nameOf(fault.field) })));
  return items;
}

function sendItem(message: MessageBody, path: string, reading: Reading): SendItem {
  return {
    channelType: message.channelType,
    senderName: message.senderName,
    destination: message.destination,
    content: contentOf(message, path, reading),
    settings: settingsOf(message, message.channelType, `${path}.`, reading),
    externalMessageId: message.externalMessageId ?? null,
    tags: message.tags === undefined || message.tags.length === 0 ? null : message.tags,
    claimedTrafficType: message.trafficType ?? null,
    cascade: cascadeOf(message, `${path}.`, reading),
  };
}

/** The answer belongs to one message, so its position is left out. */
function wordsOf({ field, reason }: Fault, nameOf: Naming): string {
  return `Text is not usable: ${nameOf(field).replace(/^\[\d+\]\./, '')} ${reason}`;
}

/** The faults of form of messages without their invalid members. */
export function messageFaults(body: Sound<readonly MessageBody[]>, reading: Reading): Fault[] {
  for (const [at, message] of body.entries()) if (message !== undefined) readSound(message, `[${at}]`, reading);
  return reading.faults;
}

type SoundMessage = Sound<Omit<MessageBody, 'senderName' | 'destination'>>;

/** `path` is empty where the message is the body. */
export function readSound(message: SoundMessage, path: string, reading: Reading): void {
  const { channelType, content, shortUrl, cascade, cascadeCondition } = message;
  const prefix = path === '' ? '' : `${path}.`;
  // A valid schema leaves lists of valid members, or none.
  const { ttl, ...timed } = message as TimedBody;
  if (channelType === undefined) return void settingsOf(timed, 'SMS', prefix, reading);
  settingsOf({ ...timed, ...(ttl !== undefined && { ttl }) }, channelType, prefix, reading);
  if (content !== undefined) contentOf({ channelType, content, ...(shortUrl && { shortUrl }) }, path, reading);
  if (cascade !== undefined && hasWholeSteps(cascade))
    cascadeOf({ channelType, cascade, ...(cascadeCondition && { cascadeCondition }) }, prefix, reading);
}

/** Every step has its required members. */
function hasWholeSteps(cascade: unknown): cascade is NonNullable<MessageBody['cascade']> {
  // Valid by its schema, except for missing members.
  const steps = [cascade].flat() as readonly (Partial<CascadeStepBody> | undefined)[];
  return steps.every((step) => {
    const isWhole = step?.channelType !== undefined && step.senderName !== undefined && step.content !== undefined;
    return isWhole && (step.cascade === undefined || hasWholeSteps(step.cascade));
  });
}

type Content = Pick<MessageBody, 'channelType' | 'content' | 'shortUrl'>;

const NO_CONTENT: SendContent = { text: '', special: null };

/** Text that is too long only because of its URLs is checked again after they are shortened. */
export function contentOf({ channelType, content, shortUrl }: Content, path: string, reading: Reading): SendContent {
  const found = readContent(channelType, content, shortUrl, reading.codeDigitsMax);
  if (!isContentProblem(found)) return found;
  for (const problem of found.problems)
    (isBadText(problem) ? reading.badTexts : reading.faults).push(contentFault(problem, path));
  return NO_CONTENT;
}

function contentFault({ field, problem, code }: ContentProblem, path: string): Fault {
  return { field: [path, 'content', field].filter((part) => part !== '').join('.'), reason: problem, code };
}

/** `prefix` is empty where the settings are the body. */
export function settingsOf(body: TimedBody, channelType: ChannelType, prefix: string, reading: Reading): SendSettings {
  const sendTime = wallTime(body.localSendTime, `${prefix}localSendTime`, reading);
  const completionTime = wallTime(body.localCompletionTime, `${prefix}localCompletionTime`, reading);
  checkTimes(sendTime, completionTime, prefix, reading);
  const fault = body.callbackUrl === undefined ? undefined : urlFault(body.callbackUrl, reading);
  if (fault !== undefined) reading.faults.push({ field: `${prefix}callbackUrl`, ...fault });
  return {
    ttlSeconds: ttlOf(body.ttl, channelType, prefix, reading),
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

function urlFault(url: string, { urls, callbackAllow }: Reading) {
  if (!urls.has(url)) urls.set(url, callbackUrlFault(url, callbackAllow));
  return urls.get(url);
}

const listOrNull = (list: readonly number[] | undefined) => (list === undefined || list.length === 0 ? null : list);

const eventsOf = (events: readonly string[] | undefined): readonly string[] =>
  events === undefined || events.length === 0 ? ['delivered'] : [...new Set(events)];

function ttlOf(
  ttl: number | undefined,
  channelType: ChannelType,
  prefix: string,
  { faults }: Pick<Reading, 'faults'>,
): number | null {
  if (ttl === undefined) return null;
  const min = CHANNELS[channelType].ttlMinSeconds;
  if (ttl < min || ttl > TTL_MAX_SECONDS)
    faults.push({
      field: `${prefix}ttl`,
      reason: `must be between ${min} and ${TTL_MAX_SECONDS}`,
      code: ttl < min ? 'too-small' : 'too-large',
    });
  return ttl;
}

function wallTime(text: string | undefined, field: string, { faults }: Reading): number | null {
  if (text === undefined) return null;
  const ms = parseLocalTime(text);
  if (ms === undefined) faults.push({ field, reason: PROBLEM.localTimestamp, code: 'wrong-form' });
  return ms ?? null;
}

/** Limits are measured in UTC, whatever the time zone. */
function checkTimes(
  sendMs: number | null,
  completionMs: number | null,
  prefix: string,
  { nowMs, faults }: Reading,
): void {
  const add = (member: string, reason: string) =>
    faults.push({ field: `${prefix}${member}`, reason, code: 'wrong-time' });
  if (sendMs !== null && (sendMs < nowMs - SEND_TIME_BACK_MS || sendMs > nowMs + SEND_TIME_AHEAD_MS))
    add('localSendTime', 'must be from 12 hours ago to 7 days ahead');
  if (completionMs === null) return;
  if (completionMs > nowMs + COMPLETION_AHEAD_MS) add('localCompletionTime', 'must be at most 70 days ahead');
  else if (completionMs <= (sendMs ?? nowMs - SEND_TIME_BACK_MS))
    add('localCompletionTime', 'must be after localSendTime');
}

type Cascading = Pick<MessageBody, 'channelType' | 'cascade' | 'cascadeCondition'>;

export function cascadeOf(body: Cascading, prefix: string, reading: Reading): CascadeStep[] {
  const found = normalizeCascade<CascadeStepBody>(body);
  if ('problem' in found) {
    reading.faults.push({ field: `${prefix}${found.field}`, reason: found.problem, code: found.code });
    return [];
  }
  return found.steps.map(({ step, condition, field }) => ({
    condition,
    channelType: step.channelType,
    senderName: step.senderName,
    content: contentOf(step, `${prefix}${field}`, reading),
    ttlSeconds: ttlOf(step.ttl, step.channelType, `${prefix}${field}.`, reading),
    shortUrl: step.shortUrl ?? false,
  }));
}
