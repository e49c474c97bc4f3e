import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { Frame } from './frame.tsx';
import { staffGroups } from './places.ts';

export function BackOfficeFrame() {
  const { capabilities, testMode } = useSession();
  const groups = useMemo(() => staffGroups(capabilities), [capabilities]);
  return <Frame groups={groups} testMode={testMode} />;
}
