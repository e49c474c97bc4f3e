// The simulated Telegram Gateway: a check costs the fee, the send of a checked request is free and possible once, and
// the fee of a message that is not delivered within its lifetime is refunded.
import { randomUUID } from 'node:crypto';
import { DelayWheel } from '../../delay-wheel.ts';
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessages } from '../../received-messages.ts';
import { gatewayOutcomeOf } from './gateway-outcome.ts';
import {
  type DeliveryState,
  type GatewayRequest,
  readSend,
  requestStatus,
  type SendParameters,
} from './gateway-request.ts';
import type { GatewayScenario } from './gateway-scenario.ts';
import { ReportSender } from './report-sender.ts';

type Body = Readonly<Record<string, unknown>>;
/** `losesAnswer`: the call had its effect, and its answer is lost. */
export type GatewayReply = { result?: unknown; error?: string; losesAnswer?: true };

const zeroCounters = {
  calls: 0,
  checks: 0,
  /** Codes sent, by checks or without. */
  sent: 0,
  /** Sends of a request that was sent before. */
  repeated: 0,
  fees: 0,
  refunds: 0,
  refused: 0,
  flooded: 0,
  throttled: 0,
  failed: 0,
  resets: 0,
  answersLost: 0,
  reportsSent: 0,
  reportsAcked: 0,
  reportsGivenUp: 0,
};
const requestsMax = 200_000;
const startBalance = 1_000_000;
const account = 'telegram-gateway';

export type GatewayOptions = {
  token: string;
  scenario: GatewayScenario;
  random: Random;
  received: ReceivedMessages;
  onAccepted?: (account: string, destination: string, reference: number | undefined, messageId: string) => void;
};

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #requests = new Map<string, GatewayRequest>();
  readonly #flooded = new Set<string>();
  readonly #moves: DelayWheel<() => void>;
  readonly reports: ReportSender;
  scenario: GatewayScenario;
  counted = { ...zeroCounters };
  balance = startBalance;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.scenario = options.scenario;
    this.reports = new ReportSender(options.token);
    this.#moves = new DelayWheel((moves) => {
      for (const move of moves) move();
    });
  }

  get token(): string {
    return this.#options.token;
  }

  happens(percent: number): boolean {
    return happens(this.#options.random, percent);
  }

  counters(): Readonly<Record<string, number>> {
    return { ...this.counted, balance: this.balance, waiting: this.reports.waiting };
  }

  reset(): void {
    this.counted = { ...zeroCounters };
    this.balance = startBalance;
    this.#requests.clear();
    this.#flooded.clear();
    this.#moves.clear();
    this.reports.clear();
  }

  close(): void {
    this.#moves.clear();
    this.reports.close();
  }

  check(body: Body): GatewayReply {
    this.counted.checks += 1;
    const made = this.#make(body['phone_number']);
    return typeof made === 'string' ? this.#refuse(made) : { result: requestStatus(made, this.balance) };
  }

  send(body: Body): GatewayReply {
    const checked = this.#checked(body);
    if (typeof checked === 'string') return this.#refuse(checked);
    const parameters = readSend(body);
    if (typeof parameters === 'string') return this.#refuse(parameters);
    const request = checked ?? this.#make(body['phone_number']);
    if (typeof request === 'string') return this.#refuse(request);
    this.#deliver(request, parameters);
    const result = requestStatus(request, checked === undefined ? this.balance : undefined);
    return { result, ...(request.outcome.losesAnswer && { losesAnswer: true }) };
  }

  status({ request_id: id, code }: Body): GatewayReply {
    if (id === undefined || id === '') return this.#refuse('REQUEST_ID_REQUIRED');
    const request = this.#requests.get(textOf(id));
    if (request === undefined) return this.#refuse('REQUEST_ID_INVALID');
    if (typeof code === 'string') {
      const status = code === request.code ? 'code_valid' : 'code_invalid';
      request.verification = { status, updated_at: nowSeconds(), code_entered: code };
    }
    return { result: requestStatus(request) };
  }

  revoke({ request_id: id }: Body): GatewayReply {
    const request = this.#requests.get(textOf(id));
    if (request === undefined) return this.#refuse('REQUEST_ID_INVALID');
    this.#move(request, ['sent'], 'revoked');
    return { result: true };
  }

  /** The person reads the code. */
  read(id: string): string | undefined {
    const request = this.#requests.get(id);
    if (request === undefined) return `request ${id} is unknown`;
    this.#move(request, ['sent', 'delivered'], 'read');
    return undefined;
  }

  #refuse(error: string): GatewayReply {
    this.counted.refused += 1;
    return { error };
  }

  /** Makes a request and takes its fee; a text is the error. */
  #make(phoneNumber: unknown): GatewayRequest | string {
    const phone = /^\+?([1-9]\d{6,14})$/.exec(typeof phoneNumber === 'string' ? phoneNumber : '')?.[1];
    if (phone === undefined) return 'PHONE_NUMBER_INVALID';
    const { fee } = this.scenario;
    const outcome = gatewayOutcomeOf(phone, this.scenario, this.#options.random);
    if (outcome.kind === 'refused') return outcome.error;
    if (outcome.floodsOnce && !this.#flooded.delete(phone)) {
      this.#flooded.add(phone);
      return 'FLOOD_WAIT_1';
    }
    if (this.balance < fee) return 'BALANCE_NOT_ENOUGH';
    this.balance -= fee;
    this.counted.fees += 1;
    return this.#remember({
      id: randomUUID(),
      phone,
      fee,
      outcome,
      code: '',
      payload: undefined,
      callbackUrl: undefined,
      delivery: undefined,
      verification: undefined,
      isRefunded: false,
    });
  }

  #remember(request: GatewayRequest): GatewayRequest {
    this.#requests.set(request.id, request);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > requestsMax && oldest !== undefined) this.#requests.delete(oldest);
    return request;
  }

  /** The request that a send names; undefined: it names none. */
  #checked({ request_id: id, phone_number: phone }: Body): GatewayRequest | string | undefined {
    if (id === undefined) return undefined;
    const request = this.#requests.get(textOf(id));
    if (request === undefined) return 'REQUEST_ID_INVALID';
    if (String(phone).replace('+', '') !== request.phone) return 'PHONE_NUMBER_MISMATCH';
    if (request.delivery === undefined) return request;
    this.counted.repeated += 1;
    return 'MESSAGE_ALREADY_SENT';
  }

  #deliver(request: GatewayRequest, { code, ttl, payload, callbackUrl }: SendParameters): void {
    const { received, onAccepted } = this.#options;
    const { id, phone, outcome } = request;
    Object.assign(request, { code, payload, callbackUrl, delivery: { status: 'sent', updated_at: nowSeconds() } });
    this.counted.sent += 1;
    const reference = /^\d{1,9}$/.test(payload ?? '') ? Number(payload) : undefined;
    onAccepted?.(account, phone, reference, id);
    received.add({
      atMs: Date.now(),
      account,
      source: 'Verification Codes',
      destination: phone,
      text: code,
      parts: 1,
      reference: reference ?? null,
      messageId: id,
      ...(ttl !== undefined && { ttlSeconds: ttl }),
    });
    const { deliveredAfterMs, readAfterMs, expiresAtOnce } = outcome;
    const lifeMs = expiresAtOnce ? 0 : (ttl ?? Number.POSITIVE_INFINITY) * 1_000;
    if (deliveredAfterMs !== undefined && deliveredAfterMs < lifeMs) {
      this.#moves.add(() => this.#move(request, ['sent'], 'delivered'), deliveredAfterMs);
      if (readAfterMs !== undefined)
        this.#moves.add(() => this.#move(request, ['sent', 'delivered'], 'read'), readAfterMs);
    } else if (lifeMs < Number.POSITIVE_INFINITY) this.#moves.add(() => this.#expire(request), lifeMs);
  }

  #expire(request: GatewayRequest): void {
    if (request.delivery?.status !== 'sent') return;
    request.isRefunded = true;
    this.balance += request.fee;
    this.counted.refunds += 1;
    this.#move(request, ['sent'], 'expired');
  }

  #move(request: GatewayRequest, from: readonly DeliveryState[], status: DeliveryState): void {
    const { delivery, callbackUrl } = request;
    if (delivery === undefined || !from.includes(delivery.status)) return;
    request.delivery = { status, updated_at: nowSeconds() };
    if (callbackUrl === undefined) return;
    this.counted.reportsSent += 1;
    this.reports.report({
      url: callbackUrl,
      body: requestStatus(request),
      onAcked: () => {
        this.counted.reportsAcked += 1;
      },
      onGivenUp: () => {
        this.counted.reportsGivenUp += 1;
      },
    });
  }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Clients may write the id as a number. */
const textOf = (id: unknown): string => (typeof id === 'number' ? String(id) : typeof id === 'string' ? id : '');
