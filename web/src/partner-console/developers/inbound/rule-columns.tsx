import { Button, Group, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/inbound.ts';
import { callApi } from '../../../api/call.ts';
import { confirmAction } from '../../../kit/dialog/confirm-action.tsx';
import type { Column } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { useAct } from '../../../kit/use-act.ts';
import type { Center, Rule } from './inbound-rule.ts';

type Options = {
  readonly centers: readonly Center[];
  readonly mayWrite: boolean;
  readonly onEdit: (rule: Rule) => void;
};

export function useRuleColumns({ centers, mayWrite, onEdit }: Options): readonly Column<Rule>[] {
  const t = useText();
  return [
    { key: 'id', head: t('developers.inbound.rule'), cell: ({ id }) => `#${id}`, width: 90 },
    {
      key: 'names',
      head: t('developers.inbound.names'),
      cell: ({ senderNames }) => (senderNames.length === 0 ? t('developers.inbound.allNames') : senderNames.join(', ')),
    },
    {
      key: 'center',
      head: t('developers.center'),
      cell: ({ trafficCenterId }) => centers.find(({ id }) => id === trafficCenterId)?.name ?? `#${trafficCenterId}`,
    },
    {
      key: 'url',
      head: t('developers.inbound.callback'),
      cell: ({ callbackUrl }) => (
        <Text size="sm" style={{ wordBreak: 'break-all' }}>
          {callbackUrl ?? t('developers.inbound.nobody')}
        </Text>
      ),
    },
    ...(mayWrite
      ? [{ key: t('developers.keys.actions'), head: '', cell: (rule: Rule) => <Actions rule={rule} onEdit={onEdit} /> }]
      : []),
  ];
}

function Actions({ rule, onEdit }: { readonly rule: Rule; readonly onEdit: (rule: Rule) => void }) {
  const t = useText();
  const act = useAct('console');
  const { id } = rule;
  const remove = async () => {
    const confirmed = await confirmAction({
      title: t('developers.inbound.remove.title', { id: String(id) }),
      effect: t('developers.inbound.remove.effect'),
      confirm: t('developers.inbound.remove'),
      cancel: t('developers.cancel'),
      danger: true,
    });
    if (!confirmed) return;
    const change = () =>
      callApi<typeof contract.removeInboundRule>('POST /inbound/rules/{id}/remove', { params: { id } });
    const routes = ['GET /inbound', 'GET /inbound/match', 'GET /centers'];
    await act(change, { routes, done: t('developers.inbound.remove.done', { id: String(id) }) });
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="default" onClick={() => onEdit(rule)}>
        {t('developers.inbound.edit')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void remove()}>
        {t('developers.inbound.remove')}
      </Button>
    </Group>
  );
}
