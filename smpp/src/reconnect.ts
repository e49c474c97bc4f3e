// Keeps a client session open and never stops reconnecting. A session that lasted resets the delays; a session that
// ended immediately does not, so a peer that accepts and drops is not flooded.
import { BindRefused, type ConnectOptions, connectSmpp } from './client.ts';
import { statusName } from './codec/status-name.ts';
import { defaultReconnectDelays, type ReconnectDelays, reconnectDelayMs } from './reconnect-delay.ts';
import type { SmppSession } from './session/session.ts';

/** A connection attempt without a session. */
export type FailedTry = {
  /** From a small set: name of the SMPP status, code of the connection error, or `error`. */
  readonly reason: string;
  readonly text: string;
  readonly nextTryMs: number;
};

export type KeepConnectedOptions = Omit<ConnectOptions, 'onClose'> & {
  delays?: ReconnectDelays;
  onUp(session: SmppSession): void;
  onDown(reason: string): void;
  onFailedTry(failed: FailedTry): void;
};

export type KeptConnection = { stop(unbindTimeoutMs?: number): Promise<void> };

const defaultUnbindTimeoutMs = 10_000;

export function keepConnected(options: KeepConnectedOptions): KeptConnection {
  const delays = options.delays ?? defaultReconnectDelays;
  const lastedMs = delays.plainMs[0] ?? 0;
  let stopped = false;
  let current: SmppSession | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let upAtMs = 0;

  const later = (status?: number): number => {
    const delayMs = reconnectDelayMs(delays, failures, status);
    failures += 1;
    if (!stopped) timer = setTimeout(attempt, delayMs);
    return delayMs;
  };

  const onClose = (reason: string): void => {
    current = undefined;
    if (performance.now() - upAtMs >= lastedMs) failures = 0;
    options.onDown(reason);
    later();
  };

  const opened = (session: SmppSession): void => {
    if (stopped) {
      session.destroy('stopped');
      return;
    }
    // The peer may have closed between the bind and this turn; `onClose` has already run then.
    if (!session.isBound) return;
    current = session;
    options.onUp(session);
  };

  const failed = (error: unknown): void => {
    if (stopped) return;
    const nextTryMs = later(error instanceof BindRefused ? error.status : undefined);
    options.onFailedTry({ reason: reasonOf(error), text: textOf(error), nextTryMs });
  };

  function attempt(): void {
    upAtMs = performance.now();
    connectSmpp({ ...options, onClose }).then(opened, failed);
  }

  attempt();
  return {
    async stop(unbindTimeoutMs = defaultUnbindTimeoutMs) {
      stopped = true;
      clearTimeout(timer);
      await current?.unbindAndClose(unbindTimeoutMs);
    },
  };
}

/** Label of metrics: codes come from Node and OpenSSL, never from the peer. */
function reasonOf(error: unknown): string {
  if (error instanceof BindRefused) return statusName(error.status);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'error';
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails with an AggregateError without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ');
  return error.message;
}
