import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { CompanySwitch } from './company-switch.tsx';
import { Frame } from './frame.tsx';
import { cabinetGroups } from './places.ts';

export function CabinetFrame() {
  const { rights, testMode } = useSession();
  const groups = useMemo(() => cabinetGroups(rights), [rights]);
  return <Frame groups={groups} testMode={testMode} chooser={<CompanySwitch />} />;
}
