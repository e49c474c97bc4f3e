import { Group, Paper, Title } from '@mantine/core';
import { memo, type ReactNode, useId } from 'react';
import { createSlot } from './slot.tsx';

type Props = {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Without padding, for a table that reaches the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

const Actions = createSlot();
const Content = createSlot();

export function Section({ title, actions, flush = false, children }: Props) {
  return (
    <Actions.Fill content={actions}>
      <Content.Fill content={children}>
        <Frame title={title} flush={flush} />
      </Content.Fill>
    </Actions.Fill>
  );
}

const Frame = memo(function Frame({ title, flush }: { readonly title: string; readonly flush: boolean }) {
  const id = useId();
  return (
    <Paper component="section" withBorder radius="md" aria-labelledby={id} bg="var(--surface)">
      <Group justify="space-between" px="md" pt="sm" pb={flush ? 'xs' : 4} gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Actions.Place />
      </Group>
      <div style={flush ? undefined : { padding: '0 var(--mantine-spacing-md) var(--mantine-spacing-md)' }}>
        <Content.Place />
      </div>
    </Paper>
  );
});
