import { Button, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/callbacks.ts';
import { useState } from 'react';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Page } from '../../../kit/page.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Target } from './callback-target.ts';
import { DeliveryList } from './delivery-list.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { TargetList } from './target-list.tsx';

const REFRESH_MS = 10_000;

const route = getRouteApi('/partner-console/developers/callbacks');

export function CallbacksPage() {
  const t = useText();
  const { company, ...search } = route.useSearch();
  const mayReplay = useRight('callbacks.replay');
  const [isReplaying, setReplaying] = useState(false);
  const targets = useApi<typeof contract.listCallbackTargets>(
    'GET /callbacks/targets',
    { query: { companyId: company } },
    { refetchInterval: REFRESH_MS },
  );
  const actions = mayReplay && (
    <Button variant="default" onClick={() => setReplaying(true)}>
      {t('developers.replay.open')}
    </Button>
  );
  return (
    <Page title={t('developers.callbacks.title')} actions={actions} lead={<Source reply={targets.data} />}>
      <TargetList targets={targets} mayReplay={mayReplay} />
      <DeliveryList company={company} search={search} targets={targets.data?.items ?? []} />
      {isReplaying && (
        <ReplayDialog company={company} targets={targets.data?.items ?? []} onClose={() => setReplaying(false)} />
      )}
    </Page>
  );
}

type SourceProps = {
  readonly reply: { readonly sourceAddress: string | null; readonly items: readonly Target[] } | undefined;
};

/** The source address, for the firewalls of receivers. */
function Source({ reply }: SourceProps) {
  const t = useText();
  if (reply === undefined) return null;
  if (reply.sourceAddress === null) return <Hint>{t('developers.callbacks.source.none')}</Hint>;
  return (
    <Group gap="xs">
      <Hint>{t('developers.callbacks.source')}</Hint>
      <CopyButton value={reply.sourceAddress} />
    </Group>
  );
}
