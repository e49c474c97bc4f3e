import { Button, Group, Switch } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/keys.ts';
import { useState } from 'react';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { DocsLink } from '../../../kit/docs-link.tsx';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Page } from '../../../kit/page.tsx';
import { Section } from '../../../kit/section.tsx';
import { RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { AddressesDialog } from './addresses-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { ReissueDialog } from './reissue-dialog.tsx';
import type { Key } from './shown-key.ts';
import { SigningSecrets } from './signing-secrets.tsx';

type Open = { readonly what: 'create' } | { readonly what: 'addresses' | 'reissue'; readonly key: Key } | undefined;

const route = getRouteApi('/partner-console/developers/keys');

export function KeysPage() {
  const t = useText();
  const { company, ended = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useRight('keys.write');
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useApi<typeof contract.listKeys>('GET /keys', { query: { companyId: company } });
  const rows = data?.items.filter(({ status }) => ended || status === 'ACTIVE');
  const columns = useKeyColumns({ mayWrite, onOpen: (what, key) => setOpen({ what, key }) });
  const create = mayWrite && <Button onClick={() => setOpen({ what: 'create' })}>{t('developers.keys.new')}</Button>;
  const lead = (
    <Hint>
      {t('developers.keys.lead')} <DocsLink />
    </Hint>
  );
  return (
    <Page title={t('developers.keys.title')} actions={create} lead={lead}>
      <Section
        title={t('developers.keys.list')}
        flush
        actions={
          <Switch
            label={t('developers.keys.ended')}
            checked={ended}
            onChange={({ currentTarget: { checked } }) =>
              void navigate({ search: (before) => ({ ...before, ended: checked ? true : undefined }) })
            }
          />
        }
      >
        <RecordTable<Key>
          label={t('developers.keys.title')}
          columns={columns}
          rows={rows}
          rowKey={({ keyId }) => keyId}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState title={t('developers.keys.empty')} text={t('developers.keys.empty.text')} action={create} />
          }
        />
      </Section>
      {data !== undefined && <YourAddress address={data.yourAddress} />}
      <SigningSecrets company={company} mayWrite={mayWrite} />
      <Dialogs open={open} company={company} address={data?.yourAddress} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

function YourAddress({ address }: { readonly address: string }) {
  const t = useText();
  return (
    <Group gap="xs">
      <Hint>{t('developers.keys.yourAddress')}</Hint>
      <CopyButton value={address} />
    </Group>
  );
}

type DialogsProps = {
  readonly open: Open;
  readonly company: number | undefined;
  readonly address: string | undefined;
  readonly onClose: () => void;
};

/** A closed dialog unmounts, together with the value it showed. */
function Dialogs({ open, company, address, onClose }: DialogsProps) {
  if (open === undefined) return null;
  if (open.what === 'create') return <CreateKeyDialog company={company} address={address} onClose={onClose} />;
  if (open.what === 'reissue') return <ReissueDialog secretKey={open.key} onClose={onClose} />;
  return <AddressesDialog secretKey={open.key} address={address} onClose={onClose} />;
}
