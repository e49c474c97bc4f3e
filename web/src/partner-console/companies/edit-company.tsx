import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/partner/companies.ts';
import { type FormEvent, useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { type Budget, BudgetField } from './budget-field.tsx';
import type { Company } from './company-detail.ts';
import { RouteWaitsField } from './route-waits.tsx';
import { isSameWaits } from './wait-choices.ts';

type Props = { readonly company: Company; readonly isOpen: boolean; readonly onClose: () => void };

export function EditCompany({ company, isOpen, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
      title={t('companies.edit.title')}
      size="lg"
    >
      <EditForm company={company} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ company, onClose }: Omit<Props, 'isOpen'>) {
  const t = useText();
  const notice = useNotice();
  const [name, setName] = useState(company.name);
  const [address, setAddress] = useState(company.actualAddress ?? '');
  const [budget, setBudget] = useState<Budget>(company.spending?.budget?.value ?? null);
  const [routeWaits, setRouteWaits] = useState(company.routeWaits);
  const { submit, isBusy, error, isStrict } = useSubmit();
  const request = (limit: number | null) => async () => {
    await callPartner<typeof contract.updateCompany>('PUT /company/{id}', {
      params: { id: company.companyId },
      body: {
        name: name.trim(),
        budget: limit,
        // The request replaces all waits.
        ...(!isSameWaits(routeWaits, company.routeWaits) && { routeWaits }),
        ...(address !== (company.actualAddress ?? '') && { actualAddress: address }),
      },
    });
    await readAgain(queryClient, 'console');
    notice.done(t('companies.form.saved'));
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await submit(name.trim() === '' || budget === undefined ? undefined : request(budget));
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('companies.form.name')}
          required
          maxLength={255}
          value={name}
          error={isStrict && name.trim() === '' ? t('companies.form.name.missing') : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('companies.form.actualAddress')}
          maxLength={1000}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Text fw={600} size="sm" mb={-10}>
          {t('companies.form.budget')}
        </Text>
        <BudgetField value={budget} isStrict={isStrict} onChange={setBudget} />
        <RouteWaitsField value={routeWaits} onChange={setRouteWaits} />
        {error !== undefined && <ErrorPanel error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('companies.form.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('companies.form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
