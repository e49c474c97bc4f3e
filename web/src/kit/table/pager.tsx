import { Group, Pagination, Text } from '@mantine/core';
import { useFormat } from '../format.ts';
import { useText } from '../text.tsx';

type Props = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
};

export function Pager({ page, perPage, total, onPage }: Props) {
  const t = useText();
  const { number } = useFormat();
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <Group justify="space-between" gap="sm" px="md" py="sm">
      <Text size="sm" c="dimmed" data-total={total}>
        {t('kit.range', { from: number(from), to: number(to), total: number(total) })}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          siblings={1}
          getItemProps={(at) => ({ 'aria-label': t('kit.page', { page: String(at) }) })}
          getControlProps={(control) => ({
            'aria-label': t(control === 'previous' || control === 'first' ? 'kit.previousPage' : 'kit.nextPage'),
          })}
        />
      )}
    </Group>
  );
}
