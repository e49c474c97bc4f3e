// A folder with Debian, booted: its systemd is process 1 of namespaces of its own (processes, mounts, network, IPC,
// host name, cgroups). Ports are those of a machine alone; its network has the loopback interface only. apt and npm run
// with the network of this machine.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, type ChildOptions, runChild, startChild } from '@volley/bench/harness/child-process.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { run } from '../built/run-program.ts';
import { CERTIFICATES } from './fresh-root.ts';

const BOOT_MS = 120_000;
const STOP_MS = 30_000;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export type Command = { readonly user: string; readonly folder: string; readonly lines: readonly string[] };

export type Machine = {
  readonly folder: string;
  /**
   * Options of a shell in the machine that ends with the first line that fails. `online`: in the network of this one.
   */
  options(name: string, command: Command, online?: boolean): ChildOptions;
  /** Options of a program of this machine in the network of the other. */
  beside(name: string, program: string, args: readonly string[]): ChildOptions;
  /** Runs a shell to its end and returns its output. */
  run(command: Command, online?: boolean): Promise<string>;
  stop(): Promise<void>;
};

/** `logs`: the folder for the output of all processes. */
export async function boot(folder: string, name: string, logs: string): Promise<Machine> {
  mkdirSync(logs, { recursive: true });
  const network = `volley-${name}`;
  const mounted = run('findmnt', ['--types', 'cgroup2', '--noheadings', '--first-only', '--output', 'TARGET']);
  const cgroup = join(mounted, network);
  run('ip', ['netns', 'add', network]);
  run('ip', ['-n', network, 'link', 'set', 'lo', 'up']);
  const init = await startChild({
    name: 'systemd',
    command: 'sh',
    args: ['-ec', ENTER_NAMESPACES, 'sh', cgroup, network, BECOME_INIT, folder],
    logFile: join(logs, 'systemd.log'),
  });
  try {
    const target = await waitFor('process 1 of the machine', () => systemdUnder(init.pid), { timeoutMs: BOOT_MS });
    const machine = machineOf({ folder, network, target, logs }, () => stop(init, network, cgroup));
    const state = () => machine.run({ user: 'root', folder: '/', lines: [IS_UP] });
    await waitFor('systemd of the machine', state, { timeoutMs: BOOT_MS, everyMs: 500 });
    return machine;
  } catch (error) {
    await stop(init, network, cgroup);
    throw error;
  }
}

/** A unit that needs a device or a module of the kernel may have failed: `degraded`. */
const IS_UP = 'systemctl is-system-running | grep --extended-regexp "running|degraded"';

type Place = { readonly folder: string; readonly network: string; readonly target: string; readonly logs: string };

function machineOf({ folder, network, target, logs }: Place, end: () => Promise<void>): Machine {
  const logOf = (name: string) => join(logs, `${name}.log`);
  const options: Machine['options'] = (name, { user, folder: place, lines }, online = false) => {
    const script = lines.map((line) => `{ ${line}\n} || exit $?`).join('\n');
    const inside = ['--target', target, '--mount', '--uts', '--ipc', '--pid', ...(online ? [] : ['--net'])];
    const shell = ['runuser', '-u', user, '--', 'bash', '-c', `cd "$0" || exit\n${script}`, place];
    return { name, command: 'nsenter', args: [...inside, ...ENVIRONMENT, ...shell], logFile: logOf(name) };
  };
  return {
    folder,
    options,
    beside: (name, program, args) => ({
      name,
      command: 'ip',
      args: ['netns', 'exec', network, program, ...args],
      logFile: logOf(name),
    }),
    run: (command, online) => runChild(options('steps', command, online)),
    stop: end,
  };
}

const ENVIRONMENT = [
  'env',
  '-i',
  `PATH=${PATH}`,
  'HOME=/root',
  'LC_ALL=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
];

/** The only child of unshare, when it has become systemd: before that it has the files of this machine. */
function systemdUnder(pid: number): string | undefined {
  if (nameOf(pid) !== 'unshare') return undefined;
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return child !== '' && nameOf(child) === 'systemd' ? child : undefined;
}

const nameOf = (pid: number | string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

/** With process 1 the kernel ends every process of the machine. */
async function stop(init: Child, network: string, cgroup: string): Promise<void> {
  init.kill('SIGKILL');
  await init.exited;
  run('ip', ['netns', 'delete', network]);
  const remove = () => run('find', [cgroup, '-depth', '-type', 'd', '-delete']);
  await waitFor(`the end of all processes in ${cgroup}`, remove, { timeoutMs: STOP_MS, everyMs: 200 });
}

/** The cgroup, the network, what to do in them, the root. Process 1 alone enters the cgroup: systemd divides it. */
const ENTER_NAMESPACES = `
  mkdir "$1"
  exec 9> "$1/cgroup.procs"
  exec ip netns exec "$2" unshare --mount --pid --ipc --uts --fork --kill-child \\
    sh -ec 'echo 0 >&9; exec 9>&-; exec unshare --cgroup sh -ec "$0" sh "$1"' "$3" "$4"
`;

/** As container managers do: settings of the kernel are read-only, and there are no devices but the plain ones. */
const BECOME_INIT = `
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs dev
  cp --archive /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
  mount -t tmpfs tmpfs dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  ln -s /proc/self/fd/0 dev/stdin
  ln -s /proc/self/fd/1 dev/stdout
  ln -s /proc/self/fd/2 dev/stderr
  mount -t tmpfs -o mode=755 tmpfs run
  pivot_root . mnt
  exec chroot . sh -ec 'umount --lazy /mnt; exec env -i container=handbook PATH=${PATH} /sbin/init'
`;
