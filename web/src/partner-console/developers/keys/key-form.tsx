import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { KEY_TYPES, type KeyType } from '@volley/domain/people/key-type.ts';
import { type FormEvent, useState } from 'react';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useText } from '../../../kit/text.tsx';
import { CompanyField, useCompanies } from '../company-field.tsx';
import { AddressesField, useGuarded } from './addresses-field.tsx';
import { CenterField } from './center-field.tsx';
import { readAddresses } from './key-age.ts';

export type KeyDraft = BodyOf<typeof contract.createKey>;

type Props = {
  readonly company: number | undefined;
  readonly address: string | undefined;
  readonly onSubmit: (draft: KeyDraft) => Promise<void>;
  readonly onCancel: () => void;
};

export function KeyForm({ company, address, onSubmit, onCancel }: Props) {
  const t = useText();
  const companies = useCompanies() ?? [];
  const [chosen, setChosen] = useState(company);
  const [name, setName] = useState('');
  const [type, setType] = useState<KeyType>('MESSAGES');
  const [center, setCenter] = useState<number>();
  const [addresses, setAddresses] = useState('');
  const { send, isBusy, error, outside, confirmed, setConfirmed } = useGuarded();
  const companyId = chosen ?? (companies.length === 1 ? companies[0]?.companyId : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (companyId === undefined || name.trim() === '') return;
    const draft = { companyId, name: name.trim(), type, allowedAddresses: readAddresses(addresses), confirmed };
    void send(() => onSubmit({ ...draft, ...(center !== undefined && { trafficCenterId: center }) }));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <CompanyField
          companies={companies}
          value={companyId}
          onChange={(id) => {
            setChosen(id);
            setCenter(undefined);
          }}
        />
        <TextInput
          label={t('developers.keys.name')}
          description={t('developers.keys.name.hint')}
          required
          maxLength={255}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TypeField value={type} onChange={setType} />
        {companyId !== undefined && <CenterField companyId={companyId} value={center} onChange={setCenter} />}
        <AddressesField
          value={addresses}
          onChange={setAddresses}
          address={address}
          outside={outside}
          confirmed={confirmed}
          onConfirm={setConfirmed}
        />
        {error !== undefined && <ErrorPanel error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('developers.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={outside !== undefined && !confirmed}>
            {t('developers.keys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Each type has a one-sentence description. */
function TypeField({ value, onChange }: { readonly value: KeyType; readonly onChange: (type: KeyType) => void }) {
  const t = useText();
  return (
    <Radio.Group
      label={t('developers.keys.type')}
      value={value}
      onChange={(chosen) => onChange(KEY_TYPES.find((type) => type === chosen) ?? value)}
    >
      <Stack gap="xs" mt={6}>
        {KEY_TYPES.map((type) => (
          <Radio key={type} value={type} label={type} description={t(`developers.keys.type.${type}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
