import { List, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/people/staff.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { detailsText } from './action.ts';
import { actionText } from './action-words.ts';

const SHOWN = 20;

/** Staff actions on one object, newest first. */
export function SubjectLog({ kind, id }: { readonly kind: string; readonly id: string }) {
  const t = useText();
  const query = { subjectKind: kind, subjectId: id, limit: SHOWN };
  const { data, error, refetch } = useStaffApi<typeof contract.listStaffActions>('GET /actions', { query });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState title={t('backOffice.audit.nothing')} />;
  return (
    <List listStyleType="none" spacing="xs" size="sm" px="md" pb="md">
      {data?.items.map((action) => (
        <List.Item key={action.id}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {[actionText(t, action.action), detailsText(t, action.details)].filter((part) => part !== '').join(' · ')}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {action.login ?? t('backOffice.audit.command')} · <When at={action.at} />
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
