// Keeps the role processes up as an init system would: a process that is gone, killed or not, is started again until
// it is ready. Only processes started here are ever killed.
import type { Role, RoleProcess, Settings } from '../stand/server-program.ts';
import type { Stand } from '../stand/stand.ts';
import { pause } from '../stand/wait.ts';

type Seat = { readonly roles: readonly Role[]; readonly settings: Settings; child: RoleProcess | undefined };

const RESTART_MS = 200;

export class Supervisor {
  readonly #stand: Stand;
  readonly #seats: Seat[];
  #stopping = false;

  constructor(stand: Stand, seats: readonly { roles: readonly Role[]; settings?: Settings }[]) {
    this.#stand = stand;
    this.#seats = seats.map(({ roles, settings = {} }) => ({ roles, settings, child: undefined }));
  }

  async start(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => this.#fill(seat)));
  }

  get names(): string[] {
    return this.#seats.map((seat) => seat.roles.join('+'));
  }

  /** kill -9 of the process in a seat; false when it is not up at the moment. */
  kill(at: number): boolean {
    const child = this.#seats[at]?.child;
    if (child === undefined || !child.isRunning()) return false;
    child.kill('SIGKILL');
    return true;
  }

  async allUp(): Promise<void> {
    while (!this.#seats.every((seat) => seat.child?.isRunning())) await pause(RESTART_MS);
  }

  stop(): void {
    this.#stopping = true;
  }

  async #fill(seat: Seat): Promise<void> {
    while (!this.#stopping) {
      try {
        const child = await this.#stand.startRoles(seat.roles, seat.settings);
        seat.child = child;
        void child.exited.then(() => {
          seat.child = undefined;
          return this.#fill(seat);
        });
        return;
      } catch {
        // The database or the broker is away: an init system would try again too.
        await pause(RESTART_MS);
      }
    }
  }
}
