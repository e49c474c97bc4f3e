import type * as contract from '@volley/contract/back-office/delivery/ops.ts';
import { useEffect, useState } from 'react';
import { useStaffApi } from '../../api/use-api.ts';
import { useLive } from '../../live/use-live.ts';
import { joined, type Now, type Point, withPoint } from './points.ts';

/** The current reading and the last ten minutes. */
export function useOps() {
  const first = useStaffApi<typeof contract.getOps>('GET /ops', { query: { points: 'all' } });
  const { value } = useLive<Now>('ops');
  const [since, setSince] = useState<readonly Point[]>([]);
  useEffect(() => {
    if (value !== undefined) setSince((points) => withPoint(points, { at: value.at, rates: value.rates }));
  }, [value]);
  const now = value ?? first.data?.now;
  const before = first.data?.points ?? [];
  const points = since.length === 0 ? before : joined(before, since);
  return { now, points, error: first.error, refetch: first.refetch };
}
