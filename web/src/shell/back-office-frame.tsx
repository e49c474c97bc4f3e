import { useSession } from '../api/session.ts';
import { Frame } from './frame.tsx';

export function BackOfficeFrame() {
  const { testMode } = useSession();
  return <Frame groups={[]} testMode={testMode} />;
}
