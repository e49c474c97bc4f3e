// Accepts SMPP sessions. A connection must bind within a time limit; `onSubmit` gets submits only after a bind that
// allows sending.
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { commandStatus } from './codec/commands.ts';
import type { BindRequest, SubmitSm } from './codec/pdus.ts';
import { type Respond, type SessionHandlers, SmppSession } from './session/session.ts';
import { defaultSettings, type SessionSettings } from './session/session-settings.ts';

export type ServerTls = { key: string | Buffer; cert: string | Buffer; ca?: string | Buffer; requestCert?: boolean };

export type ListenOptions = {
  port: number;
  host: string;
  tls?: ServerTls;
  /** Name in bind answers. */
  systemId?: string;
  settings?: Partial<SessionSettings>;
  bindTimeoutMs?: number;
  /** Returns the command_status of the bind. */
  onBind(bind: BindRequest, session: SmppSession): number | Promise<number>;
  /** Called after the answer to the bind is written, so that deliveries follow it. */
  onBound?(session: SmppSession): void;
  onSubmit(pdu: SubmitSm, session: SmppSession, respond: Respond): void;
  onClose?(session: SmppSession, reason: string): void;
};

export type SmppServer = { port: number; close(): Promise<void> };

const defaultBindTimeoutMs = 10_000;
const defaultSystemId = 'volley';

export async function listenSmpp(options: ListenOptions): Promise<SmppServer> {
  const sessions = new Set<SmppSession>();
  const settings = { ...defaultSettings, ...options.settings };
  const accept = (socket: Socket): void => {
    const session = new SmppSession(socket, settings, handlersOf(options, sessions));
    sessions.add(session);
    const timer = setTimeout(() => {
      if (!session.isBound) session.destroy('no bind in time');
    }, options.bindTimeoutMs ?? defaultBindTimeoutMs);
    socket.once('close', () => clearTimeout(timer));
  };
  const server = options.tls === undefined ? createPlainServer(accept) : createTlsServer(options.tls, accept);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // A server on a port, not on a pipe, has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.destroy('server closed');
      await closed;
    },
  };
}

function handlersOf(options: ListenOptions, sessions: Set<SmppSession>): SessionHandlers {
  const name = options.systemId ?? defaultSystemId;
  return {
    onBind(bind, session, respond) {
      const answer = (status: number): void => {
        respond(status, status === 0 ? name : '');
        if (status === 0 && session.isBound) options.onBound?.(session);
      };
      const failed = (): void => respond(commandStatus.systemError, '');
      try {
        const status = options.onBind(bind, session);
        if (typeof status === 'number') answer(status);
        else status.then(answer, failed);
      } catch {
        failed();
      }
    },
    onSubmit(pdu, session, respond) {
      try {
        options.onSubmit(pdu, session, respond);
      } catch {
        respond(commandStatus.systemError, '');
      }
    },
    onDeliver: (_pdu, _session, respond) => respond(commandStatus.incorrectBindStatus, ''),
    onClose(session, reason) {
      sessions.delete(session);
      options.onClose?.(session, reason);
    },
  };
}
