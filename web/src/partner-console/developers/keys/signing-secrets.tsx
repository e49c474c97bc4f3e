import { Button, Modal, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain, useApi } from '../../../api/use-api.ts';
import { confirmAction } from '../../../kit/dialog/confirm-action.tsx';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import { CompanyField, useCompanies } from '../company-field.tsx';
import { ShownValue } from './shown-value.tsx';

/** Secrets that sign the callbacks of a company. */
export function SigningSecrets({
  company,
  mayWrite,
}: {
  readonly company: number | undefined;
  readonly mayWrite: boolean;
}) {
  const t = useText();
  const companies = useCompanies() ?? [];
  const [picked, setPicked] = useState<number>();
  const companyId = picked ?? company ?? companies[0]?.companyId;
  return (
    <Section title={t('developers.secrets.title')}>
      <Stack gap="sm" align="flex-start">
        <Hint>{t('developers.secrets.lead')}</Hint>
        {company === undefined && companies.length > 1 && (
          <CompanyField companies={companies} value={companyId} onChange={setPicked} />
        )}
        {companyId !== undefined && <Secrets key={companyId} companyId={companyId} mayWrite={mayWrite} />}
      </Stack>
    </Section>
  );
}

function Secrets({ companyId, mayWrite }: { readonly companyId: number; readonly mayWrite: boolean }) {
  const t = useText();
  const { data, error, refetch } = useApi<typeof contract.listCallbackSecrets>('GET /callback-secrets', {
    query: { companyId },
  });
  const { value, rotate, failure, forget } = useRotation(companyId, (data?.items.length ?? 0) > 0);
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data?.items.length === 0 && <Text size="sm">{t('developers.secrets.none')}</Text>}
      {data?.items.map(({ id, createdAt, endsAt }) => (
        <Text size="sm" key={id} component="div">
          {t(endsAt === null ? 'developers.secrets.current' : 'developers.secrets.ending')}{' '}
          <When at={endsAt ?? createdAt} as="dateTime" />
        </Text>
      ))}
      {failure !== undefined && <ErrorPanel error={failure} />}
      {mayWrite && data !== undefined && (
        <Button variant="default" size="sm" onClick={() => void rotate()}>
          {t(data.items.length === 0 ? 'developers.secrets.make' : 'developers.secrets.rotate')}
        </Button>
      )}
      {value !== undefined && (
        <Modal
          opened
          onClose={forget}
          title={t('developers.secrets.made')}
          size="lg"
          closeOnEscape={false}
          closeOnClickOutside={false}
          withCloseButton={false}
        >
          <ShownValue lines={[{ label: t('developers.secrets.value'), text: value }]} onClose={forget} />
        </Modal>
      )}
    </>
  );
}

function useRotation(companyId: number, hasSecret: boolean) {
  const t = useText();
  const [value, setValue] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const rotate = async () => {
    const question = {
      title: t('developers.secrets.rotate.title'),
      effect: t('developers.secrets.rotate.effect'),
      confirm: t('developers.secrets.rotate'),
      cancel: t('developers.cancel'),
    };
    if (hasSecret && !(await confirmAction(question))) return;
    try {
      const made = await callApi<typeof contract.rotateCallbackSecret>('POST /callback-secrets', {
        body: { companyId },
      });
      setValue(made.secret);
      await readAgain(queryClient, 'console', 'GET /callback-secrets');
    } catch (error) {
      setFailure(error);
    }
  };
  return { value, rotate, failure, forget: () => setValue(undefined) };
}
