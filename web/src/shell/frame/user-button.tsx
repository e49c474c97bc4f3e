import { lazy, Suspense, useState } from 'react';
import { PersonButton } from './person-button.tsx';

const fetchMenu = () => import('./user-menu.tsx');
const UserMenu = lazy(async () => ({ default: (await fetchMenu()).UserMenu }));

/** Loads the menu on hover or focus, and opens it with the same press. */
export function UserButton({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void fetchMenu()}
      onFocus={() => void fetchMenu()}
      onClick={() => setWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <UserMenu onShortcuts={onShortcuts} />
    </Suspense>
  ) : (
    button
  );
}
