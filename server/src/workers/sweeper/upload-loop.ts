import { sweepUploads } from '../../features/documents/sweep-uploads.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const UPLOADS_MS = 60_000;

/** Deletes files in the file store that uploads of dead processes left behind. */
export function startUploadLoop(platform: Platform): WorkerLoop {
  return platform.loops.start({ name: 'uploads', idleMs: UPLOADS_MS, round: () => sweepUploads(platform) });
}
