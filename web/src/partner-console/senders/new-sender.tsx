// A form with one name and a registration per selected operator. Rejected registrations stay on the form with the
// reason, so that only they are submitted again.
import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/companies.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { COMMON_TYPES, senderNameFault } from '@volley/domain/senders/sender-name.ts';
import { CHANNEL_TYPES, CHANNELS } from '@volley/domain/sending/channel.ts';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Hint } from '../../kit/hint.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { OperatorChoice } from './operator-choice.tsx';
import { moscowToday } from './sender-dates.ts';
import { type SenderDraft, useRegistration } from './use-registration.ts';

const route = getRouteApi('/partner-console/senders/new');

type Change = (part: Partial<SenderDraft>) => void;

export function NewSender() {
  const t = useText();
  const { company, name = '', channel = 'SMS', brand } = route.useSearch();
  const [draft, setDraft] = useState<SenderDraft>(() => ({
    companyId: company,
    senderName: name,
    channelType: channel,
    commonType: 'COMMON',
    dateFrom: moscowToday(),
    description: '',
    documentIds: [],
    brands: brand === undefined ? [] : [brand],
  }));
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }));
  const { register, refused, isBusy, isStrict } = useRegistration((brands) => change({ brands }));
  const fitting = draft.brands.filter((one) => senderNameFault(draft.senderName, draft.channelType, one) === undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isValid = draft.companyId !== undefined && fitting.length > 0;
    void register(isValid ? { ...draft, brands: fitting } : undefined);
  };
  return (
    <Page title={t('senders.new')} back={{ to: '/senders', label: t('senders.title') }}>
      <form onSubmit={send} noValidate>
        <Stack gap="lg" maw={760}>
          <Section title={t('senders.page.facts')}>
            <SenderFields draft={draft} isStrict={isStrict} onChange={change} />
          </Section>
          <Section title={t('senders.form.operators')}>
            <Stack gap="sm">
              <Hint>{t('senders.form.operators.hint')}</Hint>
              <OperatorChoice {...draft} chosen={draft.brands} onChange={(brands) => change({ brands })} />
              {isStrict && fitting.length === 0 && <Problem text={t('senders.form.operators.missing')} />}
            </Stack>
          </Section>
          {draft.companyId !== undefined && (
            <Section title={t('senders.page.documents')}>
              <DocumentChoice
                companyId={draft.companyId}
                chosen={draft.documentIds}
                isRequired={draft.commonType === 'PROMO'}
                onChange={(documentIds) => change({ documentIds })}
              />
            </Section>
          )}
          <Refused refused={refused} />
          <Group>
            <Button type="submit" size="md" loading={isBusy}>
              {t('senders.form.send', { count: fitting.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}

function Refused({ refused }: { readonly refused: readonly { brand: Brand; reason: string }[] }) {
  const t = useText();
  if (refused.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {refused.map(({ brand, reason }) => (
        <Text key={brand} size="sm">
          {t('senders.form.failed', { brand: operatorName(t, brand), reason })}
        </Text>
      ))}
    </Alert>
  );
}

type FieldsProps = { readonly draft: SenderDraft; readonly isStrict: boolean; readonly onChange: Change };

function SenderFields({ draft, isStrict, onChange }: FieldsProps) {
  const t = useText();
  const max = CHANNELS[draft.channelType].senderNameLengthMax;
  const fault = senderNameFault(draft.senderName, draft.channelType, undefined);
  const isWrong = fault !== undefined && (isStrict || draft.senderName !== '');
  return (
    <Stack gap="sm">
      <CompanyChoice draft={draft} isStrict={isStrict} onChange={onChange} />
      <TextInput
        label={t('senders.form.name')}
        description={`${t('senders.form.name.hint')} · ${t('senders.form.name.count', { count: Array.from(draft.senderName).length, max })}`}
        required
        autoComplete="off"
        spellCheck={false}
        value={draft.senderName}
        error={isWrong ? t(`senders.form.fault.${fault}`, { max }) : null}
        onChange={({ currentTarget }) => onChange({ senderName: currentTarget.value })}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label={t('senders.form.channel')}
          allowDeselect={false}
          value={draft.channelType}
          data={CHANNEL_TYPES.map((value) => ({ value, label: channelName(t, value) }))}
          onChange={(channelType) => channelType !== null && onChange({ channelType })}
        />
        <Select
          label={t('senders.form.type')}
          allowDeselect={false}
          value={draft.commonType}
          data={COMMON_TYPES.map((value) => ({ value, label: t(`kit.purpose.${value}`) }))}
          onChange={(commonType) => commonType !== null && onChange({ commonType })}
        />
      </Group>
      <TextInput
        type="date"
        label={t('senders.form.dateFrom')}
        description={t('senders.form.dateFrom.hint')}
        required
        value={draft.dateFrom}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onChange({ dateFrom: currentTarget.value })}
      />
      <Textarea
        label={t('senders.form.description')}
        maxLength={1000}
        autosize
        minRows={2}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </Stack>
  );
}

function CompanyChoice({ draft, isStrict, onChange }: FieldsProps) {
  const t = useText();
  const { data } = useApi<typeof contract.listCompanyRows>('GET /companies', {
    query: { status: 'ACTIVE', perPage: 1000 },
  });
  return (
    <Select
      label={t('senders.form.company')}
      required
      searchable
      value={draft.companyId === undefined ? null : String(draft.companyId)}
      data={(data?.items ?? []).map(({ companyId, name, counteragentInn }) => ({
        value: String(companyId),
        label: `${name} · ${counteragentInn}`,
      }))}
      error={isStrict && draft.companyId === undefined ? t('senders.form.company.missing') : null}
      onChange={(value) => onChange({ companyId: value === null ? undefined : Number(value), documentIds: [] })}
    />
  );
}
