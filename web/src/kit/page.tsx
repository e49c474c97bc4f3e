import { Anchor, Group, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

type Props = {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  /** Shown under the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** A page. Its title is the only h1 and the title of the tab. */
export function Page({ title, badge, back, actions, lead, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Volley`;
  }, [title]);
  return (
    <Stack gap="lg" maw={1400} mx="auto">
      <div>
        {back !== undefined && (
          <Anchor component={Link} to={back.to} size="sm">
            ← {back.label}
          </Anchor>
        )}
        <Group justify="space-between" align="center" gap="sm">
          <Group gap="sm" align="center">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
        {lead}
      </div>
      {children}
    </Stack>
  );
}
