// Opens an SMPP session as a client: connection (plain or TLS), then bind. It does not reconnect; reconnect.ts does.
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { commandStatus, interfaceVersion, noAnswer } from './codec/commands.ts';
import type { BindMode, DeliverSm, Malformation } from './codec/pdus.ts';
import { statusName } from './codec/status-name.ts';
import { type Respond, SmppSession } from './session/session.ts';
import { defaultSettings, type SessionSettings } from './session/session-settings.ts';
import { isReceipt, parseReceipt } from './texts/receipt.ts';

export type ClientTls = {
  ca?: string | Buffer;
  cert?: string | Buffer;
  key?: string | Buffer;
  servername?: string;
};

export type ConnectOptions = {
  host: string;
  port: number;
  tls?: ClientTls;
  systemId: string;
  password: string;
  systemType?: string;
  mode: BindMode;
  window: number;
  enquireLinkMs?: number;
  enquireTimeoutMs?: number;
  responseTimeoutMs?: number;
  connectTimeoutMs?: number;
  /** Unanswered deliver_sm after which reading stops. */
  maxUnanswered?: number;
  /** Returns the command_status of the answer. A failure is answered as a temporary error. */
  onDeliverSm(pdu: DeliverSm): Promise<number> | number;
  /** A deliver_sm that breaks the standard and contains no usable data; it is answered with a refusal. */
  onMalformed?(raw: Buffer): void;
  /** Called once, and only after `connectSmpp` has resolved. */
  onClose(reason: string): void;
};

/** The peer refused the bind. `status`: its command_status, or -1 without an answer. */
export class BindRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(status === noAnswer ? 'bind not answered' : `bind refused: ${statusName(status)} (0x${status.toString(16)})`);
    this.name = 'BindRefused';
    this.status = status;
  }
}

const defaultConnectTimeoutMs = 10_000;

export async function connectSmpp(options: ConnectOptions): Promise<SmppSession> {
  const socket = await openSocket(options);
  return new Promise((resolve, reject) => {
    let bound = false;
    const session = new SmppSession(socket, settingsOf(options), {
      onBind: (_bind, _session, respond) => respond(commandStatus.incorrectBindStatus, ''),
      onSubmit: (_pdu, _session, respond) => respond(commandStatus.incorrectBindStatus, ''),
      onDeliver: (pdu, _session, respond) => answerDeliver(options, pdu, respond),
      onClose: (_session, reason) => {
        if (bound) options.onClose(reason);
      },
    });
    try {
      session.bind(bindRequest(options), (status) => {
        bound = status === commandStatus.ok;
        if (bound) resolve(session);
        else {
          reject(new BindRefused(status));
          session.destroy('bind refused');
        }
      });
    } catch (error) {
      session.destroy('bind not sent');
      reject(error);
    }
  });
}

function bindRequest(options: ConnectOptions) {
  const { mode, systemId, password, systemType = '' } = options;
  return { mode, systemId, password, systemType, interfaceVersion, addressTon: 0, addressNpi: 0, addressRange: '' };
}

function settingsOf(options: ConnectOptions): SessionSettings {
  return {
    window: options.window,
    enquireLinkMs: options.enquireLinkMs ?? defaultSettings.enquireLinkMs,
    enquireTimeoutMs: options.enquireTimeoutMs ?? defaultSettings.enquireTimeoutMs,
    responseTimeoutMs: options.responseTimeoutMs ?? defaultSettings.responseTimeoutMs,
    maxUnanswered: options.maxUnanswered ?? defaultSettings.maxUnanswered,
  };
}

function answerDeliver(options: ConnectOptions, pdu: DeliverSm, respond: Respond): void {
  const failed = (): void => respond(commandStatus.temporaryReceiverError, '');
  try {
    if (pdu.malformed !== undefined && !isUsable(pdu, pdu.malformed)) {
      respond(commandStatus.rejectedByReceiver, '');
      options.onMalformed?.(pdu.malformed.raw);
      return;
    }
    const status = options.onDeliverSm(pdu);
    if (typeof status === 'number') respond(status, '');
    else status.then((value) => respond(value, ''), failed);
  } catch {
    failed();
  }
}

/** A malformed PDU is usable if it is a receipt with a readable id and state, or a text with extra bytes after it. */
function isUsable(pdu: DeliverSm, { part }: Malformation): boolean {
  return parseReceipt(pdu) !== undefined || (part === 'tail' && !isReceipt(pdu));
}

function openSocket(options: ConnectOptions): Promise<Socket> {
  const { host, port, tls } = options;
  return new Promise((resolve, reject) => {
    const socket = tls === undefined ? connectPlain({ host, port }) : connectTls({ host, port, ...tls });
    const timeoutMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
    const timer = setTimeout(() => socket.destroy(new Error(`no connection in ${timeoutMs} ms`)), timeoutMs);
    const failed = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', failed);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
