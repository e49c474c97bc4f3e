import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { partnerGroups } from '../places.ts';
import { CompanySwitch } from './company-switch.tsx';
import { Frame } from './frame.tsx';

export function PartnerFrame() {
  const { rights, testMode } = useSession();
  const groups = useMemo(() => partnerGroups(rights), [rights]);
  return <Frame groups={groups} testMode={testMode} chooser={<CompanySwitch />} />;
}
