// An SMPP connection, client or server side. Guarantees: every accepted request gets exactly one result; at most
// `window` requests are unanswered; enquire_link is sent and answered. Only a broken length field leads to generic_nack
// and a closed connection: every PDU in a valid frame is answered.
import type { Socket } from 'node:net';
import { commandId, commandStatus, headerBytes, noAnswer, responseBit } from '../codec/commands.ts';
import {
  bindModeOfCommand,
  type Cursor,
  PduFault,
  readBind,
  readMessage,
  readResponseId,
} from '../codec/pdu-reader.ts';
import {
  bindBytesMax,
  bindCommand,
  messageBytesMax,
  type PduHead,
  responseBytesMax,
  writeBind,
  writeBindResponse,
  writeDeliver,
  writeEmpty,
  writeMessageResponse,
  writeSubmit,
} from '../codec/pdu-writer.ts';
import type { BindMode, BindRequest, DeliverSm, SubmitSm } from '../codec/pdus.ts';
import { Link } from '../link.ts';
import { Enquirer } from './enquirer.ts';
import { type OnAnswer, PendingRequests } from './pending-requests.ts';
import type { SessionSettings } from './session-settings.ts';

/** Answers a request of the peer; only the first call counts. Status `noAnswer` drops the request unanswered. */
export type Respond = (status: number, messageId: string) => void;

/** Handlers must not throw: the callers of this file turn failures into statuses. */
export type SessionHandlers = {
  onBind(bind: BindRequest, session: SmppSession, respond: (status: number, systemId: string) => void): void;
  onSubmit(pdu: SubmitSm, session: SmppSession, respond: Respond): void;
  onDeliver(pdu: DeliverSm, session: SmppSession, respond: Respond): void;
  onClose(session: SmppSession, reason: string): void;
};

const shortestUnbindMs = 1_000;

export class SmppSession {
  readonly window: number;
  readonly remoteAddress: string;
  /** After the bind: on the client the name of the peer, on the server the account that bound. */
  systemId = '';
  mode: BindMode | undefined;

  readonly #settings: SessionSettings;
  readonly #handlers: SessionHandlers;
  readonly #link: Link;
  readonly #pending = new PendingRequests();
  readonly #cursor: Cursor = { buffer: Buffer.alloc(0), at: 0, end: 0 };
  readonly #enquirer: Enquirer;
  readonly #ticker: NodeJS.Timeout;
  #state: 'open' | 'bound' | 'closing' = 'open';
  #onCapacity: (() => void) | undefined;
  #onIdle: (() => void) | undefined;

  constructor(socket: Socket, settings: SessionSettings, handlers: SessionHandlers) {
    this.window = settings.window;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#settings = settings;
    this.#handlers = handlers;
    this.#link = new Link(socket, settings.maxUnanswered, {
      onFrame: (buffer, start, end) => this.#handleFrame(buffer, start, end),
      onBroken: () => this.#refuseStream(),
      onTurn: () => this.#announceCapacity(),
      onEnd: (reason) => this.#ended(reason),
    });
    this.#enquirer = new Enquirer(
      this.#link,
      settings.enquireLinkMs,
      (onAnswer) => this.#ask(commandId.enquireLink, settings.enquireTimeoutMs, onAnswer),
      () => this.destroy('enquire_link unanswered'),
    );
    const shortestMs = Math.min(settings.enquireLinkMs, settings.enquireTimeoutMs, settings.responseTimeoutMs);
    this.#ticker = setInterval(() => this.#tick(), Math.min(1_000, Math.max(10, shortestMs / 4)));
  }

  get inFlight(): number {
    return this.#pending.inFlight;
  }

  get isBound(): boolean {
    return this.#state === 'bound' && !this.#link.ended;
  }

  get hasCapacity(): boolean {
    return this.isBound && this.#pending.inFlight < this.window && !this.#link.output.full;
  }

  /** Sets the only listener, called at most once per turn when bytes were read or written and capacity is available. */
  onCapacity(listener: () => void): void {
    this.#onCapacity = listener;
  }

  submit(pdu: SubmitSm): Promise<{ status: number; messageId: string }> {
    return new Promise((resolve) => this.submitWith(pdu, (status, messageId) => resolve({ status, messageId })));
  }

  /** Throws, without sending, if the window is full, the session is not bound, or a field does not fit. */
  submitWith(pdu: SubmitSm, onResult: OnAnswer): void {
    this.#send(commandId.submitSm, writeSubmit, pdu, onResult);
  }

  deliver(pdu: DeliverSm): Promise<number> {
    return new Promise((resolve) => this.deliverWith(pdu, resolve));
  }

  /** Server side: deliver_sm, with the rules of `submitWith`. A custom writer must fit into `messageBytesMax(pdu)`. */
  deliverWith(pdu: DeliverSm, onResult: (status: number) => void, write = writeDeliver): void {
    this.#send(commandId.deliverSm, write, pdu, onResult);
  }

  /** Client side, for `connectSmpp`. */
  bind(request: BindRequest, onAnswer: OnAnswer): void {
    const { output } = this.#link;
    const sequence = this.#pending.nextSequence();
    output.commit(writeBind(output.reserve(bindBytesMax), output.at, sequence, request));
    this.#pending.add(sequence, {
      command: bindCommand[request.mode],
      counted: false,
      deadlineMs: performance.now() + this.#settings.responseTimeoutMs,
      onAnswer: (status, systemId) => {
        if (status === 0) this.#bound(request.mode, systemId);
        onAnswer(status, systemId);
      },
    });
  }

  /** Accepts no more requests, waits for the window to empty, unbinds and closes. */
  async unbindAndClose(timeoutMs: number): Promise<void> {
    if (this.#link.ended) return;
    const untilMs = performance.now() + timeoutMs;
    const wasBound = this.#state === 'bound';
    this.#state = 'closing';
    if (this.#pending.inFlight > 0) await this.#whenIdle(timeoutMs);
    if (wasBound && !this.#link.ended) {
      const leftMs = Math.max(shortestUnbindMs, untilMs - performance.now());
      await new Promise<void>((resolve) => this.#ask(commandId.unbind, leftMs, () => resolve()));
    }
    this.#link.finish('unbound');
  }

  /** Closes the connection immediately; unanswered requests get `noAnswer`. */
  destroy(reason = 'destroyed'): void {
    this.#link.destroy(reason);
  }

  #send(command: number, write: typeof writeDeliver, pdu: DeliverSm, onResult: OnAnswer): void {
    if (!this.isBound) throw new Error('session is not bound');
    if (!this.hasCapacity) throw new Error('window is full');
    const { output } = this.#link;
    const buffer = output.reserve(messageBytesMax(pdu));
    const sequence = this.#pending.nextSequence();
    output.commit(write(buffer, output.at, sequence, pdu));
    const deadlineMs = performance.now() + this.#settings.responseTimeoutMs;
    this.#pending.add(sequence, { command, counted: true, deadlineMs, onAnswer: onResult });
  }

  #bound(mode: BindMode, systemId: string): void {
    if (this.#state !== 'open') return;
    this.#state = 'bound';
    this.mode = mode;
    this.systemId = systemId;
  }

  #whenIdle(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #ask(command: number, timeoutMs: number, onAnswer: OnAnswer): void {
    const sequence = this.#pending.nextSequence();
    this.#sendEmpty({ command, status: 0, sequence });
    this.#pending.add(sequence, { command, counted: false, deadlineMs: performance.now() + timeoutMs, onAnswer });
  }

  #sendEmpty(head: PduHead): void {
    const { output } = this.#link;
    output.commit(writeEmpty(output.reserve(headerBytes), output.at, head));
  }

  #refuseStream(): void {
    this.#sendEmpty({ command: commandId.genericNack, status: commandStatus.invalidCommandLength, sequence: 0 });
    this.#link.finish('refused: PDU length outside 16 to 65536');
  }

  #announceCapacity(): void {
    if (this.#pending.inFlight === 0) this.#onIdle?.();
    if (this.#onCapacity !== undefined && this.hasCapacity) this.#onCapacity();
  }

  #ended(reason: string): void {
    clearInterval(this.#ticker);
    this.#pending.failAll();
    this.#onIdle?.();
    this.#handlers.onClose(this, reason);
  }

  #tick(): void {
    const nowMs = performance.now();
    const pausedMs = this.#link.pausedForMs(nowMs);
    // While reading is paused, answers may lie unread: no request expires, but the pause itself is limited.
    if (pausedMs > this.#settings.responseTimeoutMs) this.destroy('reading stopped for too long');
    if (pausedMs > 0) return;
    this.#pending.expire(nowMs);
    this.#announceCapacity();
    this.#enquirer.check(nowMs);
  }

  #handleFrame(buffer: Buffer, start: number, end: number): void {
    const command = buffer.readUInt32BE(start + 4);
    const sequence = buffer.readUInt32BE(start + 12);
    const cursor = this.#cursor;
    cursor.buffer = buffer;
    cursor.at = start + headerBytes;
    cursor.end = end;
    if (command >= responseBit) this.#handleResponse(command, buffer.readUInt32BE(start + 8), sequence);
    else this.#handleRequest(command, sequence);
  }

  #handleResponse(command: number, status: number, sequence: number): void {
    const asked = this.#pending.commandOf(sequence);
    // An answer without a request is late or unsolicited; a peer that lost the stream closes it itself.
    if (asked === undefined) return;
    if (command === commandId.genericNack) {
      this.#pending.settle(sequence, status === 0 ? commandStatus.unknownError : status, '');
      return;
    }
    if (command !== asked + responseBit) return;
    this.#pending.settle(sequence, status, readResponseId(this.#cursor));
  }

  #handleRequest(command: number, sequence: number): void {
    if (command === commandId.submitSm) {
      const pdu = readMessage(this.#cursor);
      const respond = this.#responder(command, sequence);
      if (this.#state === 'open' || this.mode === 'receiver') respond(commandStatus.incorrectBindStatus, '');
      else if (pdu.malformed?.part === 'body') respond(pdu.malformed.status, '');
      else this.#handlers.onSubmit(pdu, this, respond);
    } else if (command === commandId.deliverSm || command === commandId.dataSm) {
      const pdu = readMessage(this.#cursor, command);
      const respond = this.#responder(command, sequence);
      if (this.#state === 'open') respond(commandStatus.incorrectBindStatus, '');
      else this.#handlers.onDeliver(pdu, this, respond);
    } else if (command === commandId.enquireLink) {
      this.#sendEmpty({ command: command + responseBit, status: 0, sequence });
    } else if (command === commandId.unbind) {
      this.#sendEmpty({ command: command + responseBit, status: 0, sequence });
      this.#link.finish('unbound by peer');
    } else if (command !== commandId.alertNotification) {
      this.#handleBind(command, sequence);
    }
  }

  #handleBind(command: number, sequence: number): void {
    const mode = bindModeOfCommand(command);
    if (mode === undefined) {
      this.#sendEmpty({ command: commandId.genericNack, status: commandStatus.invalidCommandId, sequence });
      return;
    }
    const bind = readBind(mode, this.#cursor);
    const answer = (status: number, systemId: string): void => {
      if (this.#link.ended) return;
      const { output } = this.#link;
      const head = { command: command + responseBit, status, sequence };
      output.commit(writeBindResponse(output.reserve(responseBytesMax), output.at, head, systemId));
      if (status === 0 && !(bind instanceof PduFault)) this.#bound(mode, bind.systemId);
    };
    if (bind instanceof PduFault) answer(bind.status, '');
    else if (this.#state === 'open') this.#handlers.onBind(bind, this, answer);
    else answer(commandStatus.alreadyBound, '');
  }

  #responder(command: number, sequence: number): Respond {
    let waiting = true;
    this.#link.requestTaken();
    return (status, messageId) => {
      if (!waiting) return;
      waiting = false;
      if (status !== noAnswer && !this.#link.ended) {
        const { output } = this.#link;
        const head = { command: command + responseBit, status, sequence };
        output.commit(writeMessageResponse(output.reserve(responseBytesMax), output.at, head, messageId));
      }
      this.#link.requestAnswered();
    };
  }
}
