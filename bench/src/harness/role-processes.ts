// Role processes of a harness, each with its own log. Processes are registered when spawned, so `stop` also ends those
// that never became ready.
import { type Child, logTail } from './child-process.ts';
import type { Role, RoleProcess, ServerProgram, Settings } from './server-program.ts';

export type RoleProcesses = {
  /** Every process that became ready, dead ones included. */
  readonly processes: readonly RoleProcess[];
  readonly startRoles: (
    roles: readonly Role[],
    settings?: Settings,
    onSpawned?: (child: Child) => void,
  ) => Promise<RoleProcess>;
  /** Address of the latest API process. */
  readonly apiUrl: () => string;
  /** Tails of the logs of all processes, for failure reports. */
  readonly logTails: () => string;
  readonly stop: () => Promise<void>;
};

export function openRoleProcesses(server: ServerProgram): RoleProcesses {
  const processes: RoleProcess[] = [];
  const children: Child[] = [];
  let isStopped = false;
  const known = (child: Child): void => {
    children.push(child);
    // Spawned while the harness was closing: `stop` no longer sees it.
    if (isStopped) child.kill('SIGKILL');
  };
  let started = 0;
  return {
    processes,
    startRoles: async (roles, settings, onSpawned) => {
      started += 1;
      const process_ = await server.startRoles(`${started}-${roles.join('-')}`, roles, {
        ...(settings === undefined ? {} : { settings }),
        onSpawned: (child) => {
          known(child);
          onSpawned?.(child);
        },
      });
      processes.push(process_);
      return process_;
    },
    apiUrl: () => {
      const url = processes.findLast((child) => child.url !== undefined && child.isRunning())?.url;
      if (url === undefined) throw new Error('no API is running');
      return url;
    },
    logTails: () => children.map((child) => `== ${child.name}\n${logTail(child.logFile)}`).join('\n'),
    stop: async () => {
      isStopped = true;
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}
