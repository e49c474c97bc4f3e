import { Button, Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useText } from '../kit/text.tsx';
import { useOwner } from './owner.tsx';

const PAGES = ['profiles', 'widgets', 'conversion', 'errors'] as const;

/** Links to the four pages; the partner console has them in its menu. */
export function SideTabs() {
  const t = useText();
  const { side, root } = useOwner();
  const { pathname } = useLocation();
  if (side === 'console') return null;
  return (
    <Group component="nav" gap={4} aria-label={t('verification.title')}>
      {PAGES.map((page) => {
        const isHere = pathname.includes(`${root}/${page}`);
        return (
          <Button
            key={page}
            component={Link}
            to={`${root}/${page}`}
            size="compact-md"
            variant={isHere ? 'filled' : 'default'}
            {...(isHere && { 'aria-current': 'page' as const })}
          >
            {t(`verification.page.${page}`)}
          </Button>
        );
      })}
    </Group>
  );
}
