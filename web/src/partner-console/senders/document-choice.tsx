import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/companies.ts';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { Notice } from '../../kit/notice.tsx';
import { useText } from '../../kit/text.tsx';
import { useUpload } from '../companies/company-documents.tsx';
import { FileDrop } from '../companies/file-drop.tsx';
import { Uploading } from '../companies/new-company.tsx';

type Props = {
  readonly companyId: number;
  readonly chosen: readonly string[];
  readonly isRequired: boolean;
  readonly onChange: (ids: string[]) => void;
};

/** Documents of the company as checkboxes; more can be uploaded here. */
export function DocumentChoice({ companyId, chosen, isRequired, onChange }: Props) {
  const t = useText();
  const mayUpload = useRight('companies.write');
  const { upload, uploading } = useUpload(companyId);
  const { data } = useApi<typeof contract.listDocumentFiles>('GET /companies/{id}/documents', {
    params: { id: companyId },
  });
  return (
    <Stack gap="sm">
      {isRequired && chosen.length === 0 && <Notice tone="warn" title={t('senders.form.documents.required')} />}
      {data === undefined && <Skeleton height={40} />}
      {data !== undefined && data.items.length > 0 && (
        <Checkbox.Group
          label={t('senders.form.documents')}
          description={t('senders.form.documents.hint')}
          value={[...chosen]}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs">
            {data.items.map(({ id, filename }) => (
              <Checkbox key={id} value={id} label={filename} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('companies.documents.empty')}
        </Text>
      )}
      {mayUpload && <FileDrop onFiles={(files) => void upload(files)} isBusy={uploading !== undefined} />}
      {uploading !== undefined && <Uploading state={uploading} />}
    </Stack>
  );
}
