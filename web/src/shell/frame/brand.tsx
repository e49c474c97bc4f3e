import { Group, Text } from '@mantine/core';

export function Brand() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/console/assets/volley.svg" alt="" width={26} height={26} />
      <Text fw={700} size="lg" visibleFrom="xs">
        Volley
      </Text>
    </Group>
  );
}
