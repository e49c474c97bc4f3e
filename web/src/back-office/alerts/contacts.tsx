import { Button, Group, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/duty/duty-contacts.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Contact } from './contact-form.tsx';
import { type ContactActs, useContactActs } from './use-contact-acts.ts';

export function Contacts() {
  const t = useText();
  const { data, error, refetch } = useStaffApi<typeof contract.listDutyContacts>('GET /duty-contacts', {});
  const mayWrite = useCapability('contacts.write');
  const acts = useContactActs();
  const columns = useColumns(mayWrite ? acts : undefined);
  return (
    <Section
      title={t('alerts.tab.contacts')}
      flush
      actions={
        mayWrite && (
          <Button size="sm" onClick={() => void acts.create()}>
            {t('alerts.contact.add')}
          </Button>
        )
      }
    >
      <RecordTable
        label={t('alerts.tab.contacts')}
        rows={data?.items}
        rowKey={({ contactId }) => contactId}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('alerts.contact.none')} text={t('alerts.contact.noneHint')} />}
        columns={columns}
      />
    </Section>
  );
}

function useColumns(acts: ContactActs | undefined): readonly Column<Contact>[] {
  const t = useText();
  return [
    {
      key: 'name',
      head: t('alerts.contact.name'),
      cell: ({ name, kind, address }) => (
        <Stack gap={0}>
          <b>{name}</b>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t(`alerts.kind.${kind}`)} · {address}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'severities',
      head: t('alerts.contact.gets'),
      cell: ({ severities }) => severities.map((one) => t(`alerts.severity.${one}`)).join(', '),
      wideOnly: true,
    },
    { key: 'state', head: t('backOffice.column.status'), cell: (contact) => <State contact={contact} /> },
    {
      key: 'sent',
      head: t('alerts.contact.lastSent'),
      cell: ({ lastSentAt }) => <When at={lastSentAt} />,
      wideOnly: true,
    },
    ...(acts === undefined
      ? []
      : [
          {
            key: 'acts',
            head: '',
            align: 'right' as const,
            cell: (contact: Contact) => <Acts contact={contact} acts={acts} />,
          },
        ]),
  ];
}

function State({ contact }: { readonly contact: Contact }) {
  const t = useText();
  return (
    <Stack gap={0}>
      <Health contact={contact} />
      {contact.previousSecretEndsAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t('alerts.contact.previousSigns')} <When at={contact.previousSecretEndsAt} as="dateTime" />
        </Text>
      )}
    </Stack>
  );
}

function Health({ contact: { enabled, failingSince, lastError } }: { readonly contact: Contact }) {
  const t = useText();
  if (!enabled) return <StatusBadge tone="neutral" label={t('backOffice.off')} />;
  if (failingSince === null) return <StatusBadge tone="good" label={t('backOffice.on')} />;
  return (
    <Stack gap={0} align="flex-start">
      <StatusBadge tone="bad" label={t('alerts.contact.failing')} />
      <Text size="xs" c="dimmed">
        {lastError}
      </Text>
    </Stack>
  );
}

const actsOf = ({ kind }: Contact) =>
  (['test', 'change', 'rotate', 'remove'] as const).filter((act) => act !== 'rotate' || kind === 'WEBHOOK');

function Acts({ contact, acts }: { readonly contact: Contact; readonly acts: ContactActs }) {
  const t = useText();
  return (
    <Group gap={6} justify="flex-end">
      {actsOf(contact).map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onClick={() => void acts[name](contact)}
          aria-label={`${t(`alerts.contact.${name}`)}: ${contact.name}`}
        >
          {t(`alerts.contact.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
