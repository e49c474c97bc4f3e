import { useSession } from '../api/session.ts';
import { Frame } from './frame.tsx';
import { CABINET_NAVIGATION } from './navigation.ts';

export function CabinetFrame() {
  const { rights, testMode } = useSession();
  const groups = CABINET_NAVIGATION.map(({ text, items }) => ({
    text,
    items: items.filter(({ right }) => rights.includes(right)),
  })).filter(({ items }) => items.length > 0);
  return <Frame groups={groups} testMode={testMode} />;
}
