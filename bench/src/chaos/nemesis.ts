// Draws faults from the seed while the dispatches run: kill -9 of role processes one after another, and once each, at
// set shares of the kills, kill and restart of PostgreSQL, of the broker, and the loss of the broker's whole storage.
import type { OwnNats } from '../stand/own-nats.ts';
import type { OwnPostgres } from '../stand/own-postgres.ts';
import { pause } from '../stand/wait.ts';
import type { Chance } from './random.ts';
import type { Supervisor } from './supervisor.ts';

export type Faults = { readonly kills: Record<string, number>; postgres: number; nats: number; wipes: number };

type Theatre = {
  supervisor: Supervisor;
  postgres: OwnPostgres;
  nats: OwnNats;
  chance: Chance;
  say: (what: string) => void;
};

const PAUSE_MS = { low: 500, high: 1_300 };
const POSTGRES_AT = 0.3;
const NATS_AT = 0.5;
const WIPE_AT = 0.7;

export async function rage({ supervisor, postgres, nats, chance, say }: Theatre, killsWanted: number): Promise<Faults> {
  const faults: Faults = { kills: {}, postgres: 0, nats: 0, wipes: 0 };
  const names = supervisor.names;
  const order = [...names.keys()];
  let kills = 0;
  while (kills < killsWanted) {
    await pause(chance.between(PAUSE_MS.low, PAUSE_MS.high));
    // Every seat has its turn before chance alone decides.
    const at = kills < order.length ? (order[kills] ?? 0) : chance.pick(order);
    if (!supervisor.kill(at)) continue;
    kills += 1;
    const name = names[at] ?? '';
    faults.kills[name] = (faults.kills[name] ?? 0) + 1;
    say(`kill -9 ${name} (${kills} of ${killsWanted})`);
    if (faults.postgres === 0 && kills >= killsWanted * POSTGRES_AT) {
      faults.postgres += 1;
      say('kill -9 PostgreSQL');
      await postgres.kill9();
      await pause(chance.between(200, 800));
      await postgres.start();
    }
    if (faults.nats === 0 && kills >= killsWanted * NATS_AT) {
      faults.nats += 1;
      say('kill -9 NATS');
      await nats.kill9();
      await pause(chance.between(200, 800));
      await nats.start();
    }
    if (faults.wipes === 0 && kills >= killsWanted * WIPE_AT) {
      faults.wipes += 1;
      say('the whole JetStream storage is lost');
      await nats.wipe();
    }
  }
  return faults;
}
