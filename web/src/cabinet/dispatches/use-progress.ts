import { useLive } from '../../live/use-live.ts';
import type { DispatchShown, Progress } from './dispatch-shapes.ts';

/** How far a dispatch is, of this second. Asked for by the smallest parts that show it: only they are drawn anew. */
export function useProgress({ id, progress }: DispatchShown): Progress {
  return useLive<Progress>(`dispatch:${id}`).value ?? progress;
}
