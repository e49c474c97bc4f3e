// Bots of MAX and the people who have started them. A token is any that has the form of one, except those that the
// control port has revoked; a person is any positive number, and its last two digits may force an outcome. The control
// port can also let a person start or stop a bot, write to it or share a contact.
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessages } from '../../received-messages.ts';
import { KnownBots } from '../known-bots.ts';
import { type MaxBotsScenario, maxBotsFaultsOf } from './max-bots-scenario.ts';
import { type Body, botOf, contentProblem, hasPicture, messageOf, textOf } from './max-message.ts';
import { type MaxReply, refused } from './max-reply.ts';
import { MaxUploads, uploadPath } from './max-uploads.ts';
import { Subscriptions } from './subscriptions.ts';

export type MaxCall = {
  method: string;
  pathname: string;
  query: URLSearchParams;
  /** The header; empty: none. */
  authorization: string;
  body: Body;
  /** The header. */
  host: string;
};

const rememberedMax = 10_000;
const tokenForm = /^[\w-]{20,200}$/;
const outcomes = { unknown: 12, stopped: 13, throttledOnce: 14, answerLost: 15, pictureNotReady: 18 } as const;
const surprises: readonly number[] = [outcomes.throttledOnce, outcomes.answerLost, outcomes.pictureNotReady];

export class MaxBots {
  scenario: MaxBotsScenario;
  readonly subscriptions = new Subscriptions();
  readonly known = new KnownBots();
  readonly uploads = new MaxUploads();
  readonly counted = { calls: 0, sent: 0, throttled: 0, failed: 0, resets: 0, answersLost: 0 };
  readonly #random: Random;
  readonly #received: ReceivedMessages;
  readonly #revoked = new Set<string>();
  #lastSeq = 0;
  /** Bots and people whose forced outcome has happened. */
  readonly #surprised = new Set<string>();
  /** Token → calls in the present second. */
  readonly #paces = new Map<string, { second: number; calls: number }>();

  constructor(scenario: MaxBotsScenario, random: Random, received: ReceivedMessages) {
    this.scenario = scenario;
    this.#random = random;
    this.#received = received;
  }

  happens(percent: number): boolean {
    return happens(this.#random, percent);
  }

  /** The problem with the change; undefined: done. */
  change(change: Body): string | undefined {
    const faults = maxBotsFaultsOf(change);
    if (faults.length > 0) return `unknown setting or value out of range: ${faults.join(', ')}`;
    this.scenario = { ...this.scenario, ...change };
    return undefined;
  }

  /** `{"token": "…", "revoked": true}` */
  setToken({ token, revoked }: Body): string | undefined {
    if (typeof token !== 'string' || typeof revoked !== 'boolean') return 'token and revoked are needed';
    if (revoked) this.#revoked.add(token);
    else this.#revoked.delete(token);
    return undefined;
  }

  answer({ method, pathname, query, authorization: token, body, host }: MaxCall): MaxReply {
    // The address of an upload needs no token.
    if (pathname === uploadPath) return this.uploads.take(query, body);
    if (token === '') return refused(401, 'verify.token', 'No access token');
    if (!tokenForm.test(token)) return refused(401, 'verify.token', 'Malformed access token');
    if (this.#revoked.has(token)) return refused(401, 'verify.token', 'Invalid access_token');
    this.known.add(String(botOf(token).user_id), token);
    const isFast = this.#isTooFast(token);
    if (isFast || this.happens(this.scenario.throttledPercent)) return this.#throttle();
    if (pathname === '/me') return method === 'GET' ? { status: 200, body: botOf(token) } : notAllowed(method);
    if (pathname === '/subscriptions')
      return this.subscriptions.answer(token, method, query.get('url') ?? '', body) ?? notAllowed(method);
    if (pathname === '/uploads') return method === 'POST' ? this.uploads.begin(query, host) : notAllowed(method);
    if (pathname !== '/messages') return refused(404, 'not.found', `Path ${pathname} is unknown`);
    return method === 'POST' ? this.#send(token, query.get('user_id') ?? '', body) : notAllowed(method);
  }

  #send(token: string, user: string, body: Body): MaxReply {
    const { sendError } = this.scenario;
    if (sendError !== '') return simulatedError(sendError);
    const userId = Number(user);
    if (user === '') return refused(400, 'proto.payload', 'Unknown recipient');
    const stop = this.subscriptions.hasStopped(token, userId) ? stopped : undefined;
    const problem = stop ?? recipientProblem(userId) ?? contentProblem(body, this.uploads);
    if (problem !== undefined) return problem;
    const outcome = userId % 100;
    const isSurprised =
      (outcome !== outcomes.pictureNotReady || hasPicture(body)) && this.#surprisedOnce(`${token} ${userId}`, outcome);
    if (isSurprised && outcome === outcomes.throttledOnce) return this.#throttle();
    if (isSurprised && outcome === outcomes.pictureNotReady)
      return refused(400, 'attachment.not.ready', 'Key: errors.process.attachment.file.not.processed');
    this.#lastSeq += 1;
    this.counted.sent += 1;
    const message = messageOf(botOf(token), userId, body, this.#lastSeq);
    this.#received.add({
      atMs: Date.now(),
      account: 'max-bot',
      source: String(message.sender.user_id),
      destination: String(userId),
      text: textOf(body['text']),
      parts: 1,
      reference: null,
      messageId: message.body.mid,
      content: body,
    });
    return { status: 200, body: { message }, ...(isSurprised && { losesAnswer: true }) };
  }

  /** True at the first message to a person whose outcome is a surprise. */
  #surprisedOnce(person: string, outcome: number): boolean {
    if (!surprises.includes(outcome) || this.#surprised.has(person)) return false;
    if (this.#surprised.size >= rememberedMax) this.#surprised.clear();
    this.#surprised.add(person);
    return true;
  }

  #throttle(): MaxReply {
    this.counted.throttled += 1;
    return refused(429, 'too.many.requests', 'Too many requests');
  }

  #isTooFast(token: string): boolean {
    const { callsPerSecond } = this.scenario;
    if (callsPerSecond === 0) return false;
    const second = Math.floor(performance.now() / 1_000);
    const pace = this.#paces.get(token);
    if (pace === undefined && this.#paces.size >= rememberedMax) this.#paces.clear();
    const calls = (pace?.second === second ? pace.calls : 0) + 1;
    this.#paces.set(token, { second, calls });
    return calls > callsPerSecond;
  }
}

function simulatedError(error: string): MaxReply {
  const [status, code = '', ...words] = error.split(' ');
  return refused(Number(status), code, words.join(' '));
}

const notAllowed = (method: string) => refused(405, 'method.not.allowed', `Method ${method} is not allowed`);

const stopped = refused(403, 'chat.denied', 'error.dialog.suspended');

function recipientProblem(userId: number): MaxReply | undefined {
  const isPerson = Number.isSafeInteger(userId) && userId > 0;
  if (!isPerson || userId % 100 === outcomes.unknown) return refused(404, 'chat.not.found', 'dialog.not.found');
  return userId % 100 === outcomes.stopped ? stopped : undefined;
}
