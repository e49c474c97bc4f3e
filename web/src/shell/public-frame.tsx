import { Container, Group } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Brand } from './brand.tsx';

/** Around pages that anybody may read, signed in or not. */
export function PublicFrame() {
  return (
    <Container size="md" py="md" component="main">
      <Group justify="space-between" mb="lg" component="header">
        <Brand />
      </Group>
      <Outlet />
    </Container>
  );
}
