import { useLive } from '../../live/use-live.ts';
import type { DispatchShown, Progress } from './dispatch-shapes.ts';

/** Live progress of a dispatch. Used by the smallest components, so that only they render every second. */
export function useProgress({ id, progress }: DispatchShown): Progress {
  return useLive<Progress>(`dispatch:${id}`).value ?? progress;
}
