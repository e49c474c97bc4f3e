// Types of the independent SMPP library of the tests, as far as the tests use it.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';

  export type NpmPdu = {
    command: string;
    command_status: number;
    sequence_number: number;
    response(fields?: Record<string, unknown>): NpmPdu;
  } & Record<string, unknown>;
  export type NpmSend = (fields: Record<string, unknown>, onAnswer?: (pdu: NpmPdu) => void) => void;
  export type NpmSession = EventEmitter & {
    send(pdu: NpmPdu, onAnswer?: (pdu: NpmPdu) => void): void;
    close(): void;
    destroy(): void;
    bind_transceiver: NpmSend;
    bind_transmitter: NpmSend;
    bind_receiver: NpmSend;
    submit_sm: NpmSend;
    deliver_sm: NpmSend;
    data_sm: NpmSend;
    enquire_link: NpmSend;
    unbind: NpmSend;
  };
  export type NpmServer = EventEmitter & {
    listen(port: number, host: string, onListening: () => void): void;
    address(): { port: number };
    close(onClosed?: () => void): void;
  };
  export function createServer(onSession: (session: NpmSession) => void): NpmServer;
  export function connect(options: { host: string; port: number }, onConnected?: () => void): NpmSession;
}
