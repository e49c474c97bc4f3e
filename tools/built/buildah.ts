// Buildah with a storage of its own. RUN steps run in a plain chroot, so no container engine is needed.
import { join } from 'node:path';
import { run } from './run-program.ts';

/** Runs a command of buildah and returns its output. */
export type Buildah = (...words: readonly string[]) => string;

export function openBuildah(folder: string): Buildah {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  return (...words) => run('buildah', [...storage, ...words], { env: { BUILDAH_ISOLATION: 'chroot' } });
}
