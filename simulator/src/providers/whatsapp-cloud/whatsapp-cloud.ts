// The simulated Cloud API of WhatsApp. A token is any that has the form of one, except those that the control port has
// revoked; a business number is any id of digits. People who have written to a number within a day get any message,
// others templates only.
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessage, ReceivedMessages } from '../../received-messages.ts';
import { contentProblem, shownText } from './cloud-content.ts';
import { CloudLimits, remember } from './cloud-limits.ts';
import { CloudMedia } from './cloud-media.ts';
import { type CloudOutcome, cloudOutcomeOf, outsideSession } from './cloud-outcome.ts';
import { type CloudReply, graphError, refused, titleOf } from './cloud-reply.ts';
import { type CloudScenario, cloudFaultsOf } from './cloud-scenario.ts';
import { templatePage } from './cloud-template-page.ts';
import { type CloudTemplate, CloudTemplates, isTemplate, membersOf, textOf } from './cloud-templates.ts';
import { CloudWebhooks, newMessageId } from './cloud-webhooks.ts';

type Body = Readonly<Record<string, unknown>>;

export type CloudCall = {
  method: string;
  pathname: string;
  /** The header; empty: none. */
  authorization: string;
  body: Body;
};

const sessionMs = 24 * 3_600_000;
const pathForm = /^\/v(\d+)\.\d+\/(\d{5,20})(?:\/(\w+))?$/;
const oldestVersion = 20;
const tokenForm = /^Bearer ([\w-]{20,1000})$/;

export class WhatsappCloud {
  scenario: CloudScenario;
  readonly counted = { calls: 0, sent: 0, refused: 0, throttled: 0, failed: 0, resets: 0, answersLost: 0 };
  readonly templates = new CloudTemplates();
  readonly media = new CloudMedia();
  readonly webhooks: CloudWebhooks;
  readonly #random: Random;
  readonly #received: ReceivedMessages;
  readonly #limits = new CloudLimits();
  readonly #revoked = new Set<string>();
  /** Business number → the code with which its messages are refused. */
  readonly #closed = new Map<string, number>();
  /** Business number and person → the end of the session, in real time. */
  readonly #sessions = new Map<string, number>();
  readonly #surprised = new Set<string>();

  constructor(scenario: CloudScenario, random: Random, received: ReceivedMessages, appSecret: string) {
    this.scenario = scenario;
    this.#random = random;
    this.#received = received;
    this.webhooks = new CloudWebhooks(appSecret, random, () => this.scenario);
  }

  happens(percent: number): boolean {
    return happens(this.#random, percent);
  }

  /** The problem with the change; undefined: done. */
  change(change: Body): string | undefined {
    const faults = cloudFaultsOf(change);
    if (faults.length > 0) return `unknown setting or value out of range: ${faults.join(', ')}`;
    this.scenario = { ...this.scenario, ...change };
    return undefined;
  }

  /** `{"token": "…", "revoked": true}`, `{"phoneNumberId": "…", "closedBy": 131031}`; 0 opens the number again. */
  setAccount({ token, revoked, phoneNumberId, closedBy }: Body): string | undefined {
    if (typeof token === 'string' && typeof revoked === 'boolean') {
      if (revoked) this.#revoked.add(token);
      else this.#revoked.delete(token);
      return undefined;
    }
    if (typeof phoneNumberId !== 'string' || typeof closedBy !== 'number')
      return 'token and revoked, or phoneNumberId and closedBy are needed';
    this.#closed.set(phoneNumberId, closedBy);
    return undefined;
  }

  /**
   * `{"from": "79…", "phoneNumberId": "…", "text": "…"}`: a person writes, which opens the session. With `button`, the
   * id of an answer, the person presses the button with this text.
   */
  write({ from, phoneNumberId, text, button }: Body): string | undefined {
    if (typeof from !== 'string' || !/^\d{5,15}$/.test(from)) return 'from must be 5 to 15 digits';
    if (typeof phoneNumberId !== 'string' || phoneNumberId === '') return 'phoneNumberId is missing';
    if (typeof text !== 'string' || text === '') return 'text is missing';
    remember(this.#sessions, `${phoneNumberId} ${from}`, Date.now() + sessionMs);
    this.webhooks.write(phoneNumberId, from, { text, ...(typeof button === 'string' && { button }) });
    return undefined;
  }

  /** `"reported": true`: a webhook reports the change. */
  setTemplate(body: Body): string | undefined {
    const problem = this.templates.set(body);
    if (problem === undefined && body['reported'] === true) this.webhooks.changeTemplate(body);
    return problem;
  }

  /** The person reads a message. */
  read({ messageId: id, source: phoneNumberId, destination: to, content }: ReceivedMessage): undefined {
    const opaqueData = membersOf(content)['biz_opaque_callback_data'];
    this.webhooks.plan({ id, phoneNumberId, to, opaqueData }, [{ status: 'read', delayMs: 0 }]);
  }

  answer({ method, pathname, authorization, body }: CloudCall): CloudReply {
    const [, version, phoneNumberId = '', edge] = pathForm.exec(pathname) ?? [];
    if (version === undefined) return graphError(400, 2500, `Unknown path components: ${pathname}`);
    if (Number(version) < oldestVersion)
      return graphError(400, 2635, 'You are calling a deprecated version of the Ads API');
    const problem = this.#accessProblem(authorization);
    if (problem !== undefined) return problem;
    if (edge === undefined && method === 'GET') return { status: 200, body: numberOf(phoneNumberId) };
    if (edge === 'message_templates' && method === 'GET') return templatePage(this.templates.all, body);
    if (edge === 'media' && method === 'POST') return this.media.take(body);
    if (edge !== 'messages' || method !== 'POST') return unsupported(method, phoneNumberId);
    const reply = this.#send(phoneNumberId, body);
    if (reply.status !== 200) this.counted.refused += 1;
    return reply;
  }

  #accessProblem(authorization: string): CloudReply | undefined {
    const token = tokenForm.exec(authorization)?.[1];
    if (authorization === '') return graphError(401, 104, 'An access token is required to request this resource.');
    if (token === undefined) return graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token');
    return this.#revoked.has(token)
      ? graphError(401, 190, 'Error validating access token: The session has been invalidated', 460)
      : undefined;
  }

  #send(phoneNumberId: string, body: Body): CloudReply {
    const closedBy = this.#closed.get(phoneNumberId) ?? 0;
    if (closedBy !== 0) return refused(closedBy, `${titleOf(closedBy)}, simulated`, 403);
    const { messagesPerSecond, throttledPercent, pairBurst } = this.scenario;
    if (this.#limits.isTooFast(phoneNumberId, messagesPerSecond) || this.happens(throttledPercent))
      return this.#throttle(130_429, 'Cloud API message throughput has been reached.');
    const to = textOf(body['to']).replace(/^\+/, '');
    if (body['messaging_product'] !== 'whatsapp')
      return refused(100, 'Param messaging_product must be one of {WHATSAPP}');
    if (!/^[1-9]\d{4,14}$/.test(to)) return refused(131_009, 'Recipient phone number not valid');
    const template = this.#templateOf(body);
    if (template !== undefined && !isTemplate(template)) return template;
    const problem = this.media.problemOf(body) ?? (template === undefined ? contentProblem(body) : undefined);
    if (problem !== undefined) return problem;
    if (this.#limits.isPairTooFast(`${phoneNumberId} ${to}`, pairBurst))
      return this.#throttle(131_056, 'Message failed to send because there were too many messages to this person.');
    return this.#accept({ phoneNumberId, to, body, template });
  }

  /** Undefined: the message is no template. */
  #templateOf(body: Body): CloudTemplate | CloudReply | undefined {
    return body['type'] === 'template' ? this.templates.find(membersOf(body['template'])) : undefined;
  }

  #accept({ phoneNumberId, to, body, template }: Accepted): CloudReply {
    const isOpen = (this.#sessions.get(`${phoneNumberId} ${to}`) ?? 0) > Date.now();
    const outcome: CloudOutcome =
      template === undefined && !isOpen ? outsideSession : cloudOutcomeOf(to, this.scenario, this.#random);
    if (outcome.refused !== undefined) return refused(outcome.refused, 'simulated', 500);
    const isFirst = this.#isFirst(`${phoneNumberId} ${to}`, outcome);
    if (isFirst && outcome.refusedOnce !== undefined) return this.#throttle(outcome.refusedOnce, 'simulated');
    const id = newMessageId();
    const opaqueData = body['biz_opaque_callback_data'];
    this.counted.sent += 1;
    this.#received.add({
      atMs: Date.now(),
      account: 'whatsapp-cloud',
      source: phoneNumberId,
      destination: to,
      text: shownText(body),
      parts: 1,
      reference: Number(/^\d{1,5}/.exec(textOf(opaqueData))?.[0] ?? Number.NaN) || null,
      messageId: id,
      content: body,
    });
    this.webhooks.plan({ id, phoneNumberId, to, opaqueData, pricing: pricingOf(template, isOpen) }, outcome.statuses);
    if (outcome.answersBack) this.write({ from: to, phoneNumberId, text: 'Thanks' });
    return { ...takenAs(id, to), ...(isFirst && outcome.losesAnswer && { losesAnswer: true }) };
  }

  /** True at the first message to a person whose outcome happens once. */
  #isFirst(pair: string, { refusedOnce, losesAnswer }: CloudOutcome): boolean {
    if ((refusedOnce === undefined && losesAnswer === undefined) || this.#surprised.has(pair)) return false;
    this.#surprised.add(pair);
    return true;
  }

  #throttle(code: number, details: string): CloudReply {
    this.counted.throttled += 1;
    return refused(code, details);
  }
}

type Accepted = { phoneNumberId: string; to: string; body: Body; template: CloudTemplate | undefined };

const takenAs = (id: string, to: string): CloudReply => ({
  status: 200,
  body: {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id, message_status: 'accepted' }],
  },
});

/** Within the session only marketing and codes cost. */
function pricingOf(template: CloudTemplate | undefined, isOpen: boolean): object {
  const category = template?.category.toLowerCase() ?? 'service';
  const isFree = isOpen && (category === 'service' || category === 'utility');
  return {
    billable: !isFree,
    pricing_model: 'PMP',
    type: isFree ? 'free_customer_service' : 'regular',
    category,
  };
}

const numberOf = (id: string) => ({ id, verified_name: `Shop ${id.slice(-4)}`, display_phone_number: `+${id}` });

const unsupported = (method: string, id: string) =>
  graphError(
    400,
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not support this operation`,
    33,
  );
