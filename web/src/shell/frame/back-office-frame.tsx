import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { staffGroups } from '../places.ts';
import { Frame } from './frame.tsx';

export function BackOfficeFrame() {
  const { capabilities, testMode } = useSession();
  const groups = useMemo(() => staffGroups(capabilities), [capabilities]);
  return <Frame groups={groups} testMode={testMode} />;
}
