import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/inbound.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { confirmAction } from '../../../kit/dialog/confirm-action.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { Page } from '../../../kit/page.tsx';
import { Section } from '../../../kit/section.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { ListLink } from '../../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { useAct } from '../../../kit/use-act.ts';
import { When } from '../../../kit/when.tsx';
import type { Center } from './inbound-rule.ts';
import { WithCompany } from './page-company.tsx';

const ROUTES = ['GET /centers', 'GET /inbound/match', 'GET /keys'];

export function CentersPage() {
  const t = useText();
  const back = { to: '/developers/inbound', label: t('developers.inbound.title') };
  return (
    <Page title={t('developers.centers.title')} back={back} lead={<Hint>{t('developers.centers.lead')}</Hint>}>
      <WithCompany>{(companyId) => <Centers key={companyId} companyId={companyId} />}</WithCompany>
    </Page>
  );
}

function Centers({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const mayWrite = useRight('inbound.write');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useApi<typeof contract.listCenters>('GET /centers', { query: { companyId } });
  return (
    <Section
      title={t('developers.centers.list')}
      flush
      actions={mayWrite && <Button onClick={() => setOpen(true)}>{t('developers.centers.new')}</Button>}
    >
      <RecordTable<Center>
        label={t('developers.centers.title')}
        columns={useColumns(mayWrite)}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={null}
      />
      {isOpen && <NewCenter companyId={companyId} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function useColumns(mayWrite: boolean): readonly Column<Center>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    {
      key: 'name',
      head: t('developers.centers.name'),
      cell: ({ name, isDefault }) => (
        <Group gap="xs">
          {name}
          {isDefault && <StatusBadge tone="info" label={t('developers.centers.default')} />}
        </Group>
      ),
    },
    {
      key: 'keys',
      head: t('developers.centers.keys'),
      align: 'right',
      cell: ({ keys, companyId }) => (
        <ListLink to="/developers/keys" search={{ company: companyId }}>
          {number(keys)}
        </ListLink>
      ),
    },
    {
      key: 'rules',
      head: t('developers.centers.rules'),
      align: 'right',
      cell: ({ rules, companyId }) => (
        <ListLink to="/developers/inbound" search={{ company: companyId }}>
          {number(rules)}
        </ListLink>
      ),
    },
    { key: 'created', head: t('developers.centers.created'), cell: ({ createdAt }) => <When at={createdAt} /> },
    ...(mayWrite
      ? [{ key: t('developers.keys.actions'), head: '', cell: (center: Center) => <MakeDefault center={center} /> }]
      : []),
  ];
}

function MakeDefault({ center: { id, name, isDefault } }: { readonly center: Center }) {
  const t = useText();
  const act = useAct('console');
  if (isDefault) return null;
  const make = async () => {
    const confirmed = await confirmAction({
      title: t('developers.centers.makeDefault.title', { name }),
      effect: t('developers.centers.makeDefault.effect'),
      confirm: t('developers.centers.makeDefault'),
      cancel: t('developers.cancel'),
    });
    if (!confirmed) return;
    const change = () => callApi<typeof contract.setDefaultCenter>('POST /centers/{id}/default', { params: { id } });
    await act(change, { routes: ROUTES, done: t('developers.centers.makeDefault.done', { name }) });
  };
  return (
    <Group justify="flex-end">
      <Button size="compact-sm" variant="default" onClick={() => void make()}>
        {t('developers.centers.makeDefault')}
      </Button>
    </Group>
  );
}

function NewCenter({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const t = useText();
  const act = useAct('console');
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { companyId, name: name.trim(), isDefault };
    const change = () => callApi<typeof contract.createCenter>('POST /centers', { body });
    if (await act(change, { routes: ROUTES, done: t('developers.centers.made', { name: body.name }) })) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('developers.centers.new')}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <TextInput
            label={t('developers.centers.name')}
            required
            maxLength={255}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            label={t('developers.centers.newDefault')}
            checked={isDefault}
            onChange={({ currentTarget: { checked } }) => setDefault(checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('developers.cancel')}
            </Button>
            <Button type="submit">{t('developers.centers.create')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
