// Processes from the root filesystem of the built image, with the user, folder, environment and entry point that the
// image declares. They share the network of this machine.
import { join } from 'node:path';
import { type ChildOptions, runChild, startReadyChild } from '@volley/bench/harness/child-process.ts';
import type { Buildah } from './buildah.ts';
import type { BuiltProgram } from './deliver-message.ts';

type Declared = {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
};

type Settings = Readonly<Record<string, string>>;

export type BuiltImage = BuiltProgram & { remove(): void };

export function openImage(buildah: Buildah, image: string, logs: string): BuiltImage {
  const container = buildah('from', '--pull-never', image);
  const root = buildah('mount', container);
  const { Docker } = JSON.parse(buildah('inspect', container)) as { Docker: { config: Declared } };
  const declared = Docker.config;
  const inside = (name: string, words: readonly string[], settings: Settings): ChildOptions => ({
    name,
    command: 'unshare',
    args: [
      '--mount',
      'sh',
      '-ec',
      ENTER,
      'sh',
      root,
      declared.User,
      declared.WorkingDir,
      ...environment(declared, settings),
      ...words,
    ],
    logFile: join(logs, `${name}.log`),
  });
  return {
    run: (words, settings) => runChild(inside(words[0] ?? '', [...declared.Entrypoint, ...words], settings)),
    start: (role, settings) => startReadyChild(inside(role, [...declared.Entrypoint, role], settings)),
    startSimulator: () => startReadyChild(inside('simulator', ['node', 'simulator/src/main.ts'], {})),
    remove: () => {
      buildah('umount', container);
      buildah('rm', container);
    },
  };
}

/** Root, user, folder, then the program with its environment. Mounts are seen by this process alone. */
const ENTER = `
  root=$1 user=$2 folder=$3
  shift 3
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  exec chroot --userspec="$user:$user" "$root" sh -ec 'cd "$0" && exec "$@"' "$folder" "$@"
`;

const environment = ({ Env }: Declared, settings: Settings): string[] => [
  'env',
  '-i',
  ...Env,
  ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
];
