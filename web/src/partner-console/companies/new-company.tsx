// Creates the company, then uploads its documents. A failed upload is reported and can be repeated on the company's
// page.
import { Button, Group, List, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type * as contract from '@volley/contract/partner/companies.ts';
import { type FormEvent, useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useErrorText } from '../../kit/error-text.ts';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { BudgetField } from './budget-field.tsx';
import { type CompanyDraft, companyBody, EMPTY_DRAFT, isKpp } from './company-draft.ts';
import { FileDrop } from './file-drop.tsx';
import { InnField } from './inn-field.tsx';
import { type UploadState, uploadDocuments } from './upload-documents.ts';

export function NewCompany() {
  const t = useText();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { create, isBusy, uploading, error, isStrict } = useCreation();
  const change = (part: Partial<CompanyDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    void create(companyBody(draft), files);
  };
  return (
    <Page title={t('companies.new')} back={{ to: '/companies', label: t('companies.title') }}>
      <form onSubmit={send} noValidate>
        <Stack gap="lg" maw={760}>
          <Section title={t('companies.facts')}>
            <CompanyFields draft={draft} isStrict={isStrict} onChange={change} />
          </Section>
          <Section title={t('companies.form.budget')}>
            <BudgetField value={draft.budget} isStrict={isStrict} onChange={(budget) => change({ budget })} />
          </Section>
          <Section title={t('companies.form.documents')}>
            <Stack gap="sm">
              <Hint>{t('companies.form.documents.hint')}</Hint>
              <FileDrop isBusy={isBusy} onFiles={(more) => setFiles((before) => [...before, ...more])} />
              <Chosen files={files} onRemove={(file) => setFiles((all) => all.filter((one) => one !== file))} />
              {uploading !== undefined && <Uploading state={uploading} />}
            </Stack>
          </Section>
          {error !== undefined && <ErrorPanel error={error} />}
          <Group>
            <Button type="submit" size="md" loading={isBusy}>
              {t('companies.form.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

type Body = NonNullable<ReturnType<typeof companyBody>>;

function useCreation() {
  const t = useText();
  const errorText = useErrorText();
  const notice = useNotice();
  const navigate = useNavigate();
  const { submit, ...state } = useSubmit();
  const [uploading, setUploading] = useState<UploadState | undefined>();
  const request = (body: Body, files: readonly File[]) => async () => {
    const { companyId } = await callPartner<typeof contract.createCompany>('POST /company', { body });
    const failures = await uploadDocuments(companyId, files, setUploading);
    notice.done(t('companies.form.created', { name: body.company.name }));
    for (const { file, error: reason } of failures)
      notice.problem(t('companies.form.uploadFailed', { file: file.name, reason: errorText(reason) }));
    await readAgain(queryClient, 'console');
    await navigate({ to: '/companies/$id', params: { id: String(companyId) } });
  };
  const create = (body: Body | undefined, files: readonly File[]) =>
    submit(body === undefined ? undefined : request(body, files));
  return { create, uploading, ...state };
}

type FieldsProps = {
  readonly draft: CompanyDraft;
  readonly isStrict: boolean;
  readonly onChange: (part: Partial<CompanyDraft>) => void;
};

function CompanyFields({ draft, isStrict, onChange }: FieldsProps) {
  const t = useText();
  const isLegal = draft.counteragentType === 'LEGAL';
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('companies.form.type')}
        value={draft.counteragentType}
        data={(['LEGAL', 'INDIVIDUAL'] as const).map((value) => ({ value, label: t(`companies.form.type.${value}`) }))}
        onChange={(counteragentType) => onChange({ counteragentType })}
      />
      <TextInput
        label={t('companies.form.name')}
        description={t('companies.form.name.hint')}
        required
        maxLength={255}
        value={draft.name}
        error={isStrict && draft.name.trim() === '' ? t('companies.form.name.missing') : null}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <InnField
        type={draft.counteragentType}
        value={draft.inn}
        isStrict={isStrict}
        onChange={(inn) => onChange({ inn })}
      />
      {isLegal && (
        <TextInput
          label={t('companies.form.kpp')}
          description={t('companies.form.kpp.hint')}
          maxLength={9}
          value={draft.kpp}
          error={draft.kpp.length === 9 || isStrict ? !isKpp(draft.kpp) && t('companies.form.kpp.wrong') : null}
          onChange={({ currentTarget }) => onChange({ kpp: currentTarget.value.trim().toUpperCase() })}
        />
      )}
      <TextInput
        label={t('companies.form.address')}
        description={t('companies.form.address.hint')}
        maxLength={1000}
        value={draft.address}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
      />
    </Stack>
  );
}

function Chosen({ files, onRemove }: { readonly files: readonly File[]; readonly onRemove: (file: File) => void }) {
  const t = useText();
  return (
    <List size="sm" spacing={4}>
      {files.map((file) => (
        <List.Item key={`${file.name} ${file.lastModified}`}>
          {file.name}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onRemove(file)}
            aria-label={t('companies.documents.remove', { file: file.name })}
          >
            ✕
          </Button>
        </List.Item>
      ))}
    </List>
  );
}

export function Uploading({ state: { file, share } }: { readonly state: UploadState }) {
  const t = useText();
  const said = t('companies.documents.uploading', { file: file.name });
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{said}</Text>
      <Progress value={share * 100} aria-label={said} />
    </Stack>
  );
}
