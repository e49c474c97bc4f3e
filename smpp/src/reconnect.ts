// Keeps one client session up. After a loss it waits 5, 10, 30, then 60 seconds between tries; a session that lasted
// starts the row anew, one that fell at once does not, so a peer that accepts and drops is not stormed. Repeated
// refusals of name or password end the loop: going on would lock the account.
import { BindRefused, type ConnectOptions, connectSmpp } from './client.ts';
import { commandStatus } from './commands.ts';
import type { SmppSession } from './session.ts';

export type KeepConnectedOptions = Omit<ConnectOptions, 'onClose'> & {
  delaysMs?: readonly number[];
  maxPasswordRefusals?: number;
  onUp(session: SmppSession): void;
  /** A session ended, or a try to open one failed. */
  onDown(reason: string): void;
  /** The loop has stopped by itself after refusals of name or password. */
  onGaveUp?(reason: string): void;
};

export type KeptConnection = { stop(unbindTimeoutMs?: number): Promise<void> };

const defaultDelaysMs = [5_000, 10_000, 30_000, 60_000] as const;
const defaultMaxPasswordRefusals = 5;
const defaultUnbindTimeoutMs = 10_000;
const passwordStatuses: ReadonlySet<number> = new Set([
  commandStatus.bindFailed,
  commandStatus.invalidPassword,
  commandStatus.invalidSystemId,
]);

export function keepConnected(options: KeepConnectedOptions): KeptConnection {
  const delaysMs = options.delaysMs ?? defaultDelaysMs;
  const maxPasswordRefusals = options.maxPasswordRefusals ?? defaultMaxPasswordRefusals;
  let stopped = false;
  let current: SmppSession | undefined;
  let timer: NodeJS.Timeout | undefined;
  let losses = 0;
  let passwordRefusals = 0;
  let upAtMs = 0;

  const later = (): void => {
    if (stopped) return;
    const delayMs = delaysMs[Math.min(losses, delaysMs.length - 1)] ?? 0;
    losses += 1;
    timer = setTimeout(attempt, delayMs);
  };

  const onClose = (reason: string): void => {
    current = undefined;
    if (performance.now() - upAtMs >= (delaysMs[0] ?? 0)) losses = 0;
    options.onDown(reason);
    later();
  };

  const opened = (session: SmppSession): void => {
    if (stopped) {
      session.destroy('stopped');
      return;
    }
    // The peer may have gone between the bind and this turn; its onClose has then already been heard.
    if (!session.isBound) return;
    passwordRefusals = 0;
    current = session;
    options.onUp(session);
  };

  const failed = (error: unknown): void => {
    if (stopped) return;
    const reason = error instanceof Error ? error.message : String(error);
    const isPassword = error instanceof BindRefused && passwordStatuses.has(error.status);
    passwordRefusals = isPassword ? passwordRefusals + 1 : 0;
    options.onDown(reason);
    if (passwordRefusals < maxPasswordRefusals) later();
    else {
      stopped = true;
      options.onGaveUp?.(reason);
    }
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
