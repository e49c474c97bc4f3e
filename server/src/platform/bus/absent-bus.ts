// The bus of a command that runs while the broker is down: an operator needs `status` and `audit` then. Wake-ups are
// dropped (timers make up for them); calls that need the broker fail with its address.
import type { Bus } from './bus.ts';

export function absentBus(url: string, cause: unknown): Bus {
  const fail = async (): Promise<never> => {
    throw new Error(`the broker does not answer at ${withoutPassword(url)}`, { cause });
  };
  return {
    wake: () => undefined,
    onWake: () => undefined,
    ask: async () => 0,
    onAsk: () => undefined,
    publish: fail,
    consume: () => ({ stop: async () => undefined }),
    progress: fail,
    pending: fail,
    readValue: fail,
    storeValue: fail,
    clear: fail,
    isConnected: () => false,
    serverVersion: () => undefined,
    destroy: fail,
    close: async () => undefined,
  };
}

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//');
