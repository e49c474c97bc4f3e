import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useState } from 'react';
import { addressOf } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain, useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useErrorText } from '../../kit/error-text.ts';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { When } from '../../kit/when.tsx';
import classes from './file-drop.module.css';
import { FileDrop } from './file-drop.tsx';
import { Uploading } from './new-company.tsx';
import { type UploadState, uploadDocuments } from './upload-documents.ts';

type Files = ReplyOf<typeof contract.listDocumentFiles>;

export function CompanyDocuments({ companyId, mayWrite }: { readonly companyId: number; readonly mayWrite: boolean }) {
  const t = useText();
  const { data, error, refetch } = useApi<typeof contract.listDocumentFiles>('GET /companies/{id}/documents', {
    params: { id: companyId },
  });
  const { upload, uploading } = useUpload(companyId);
  return (
    <div id="documents">
      <Section title={t('companies.documents')}>
        <Stack gap="sm">
          {mayWrite && <FileDrop onFiles={(files) => void upload(files)} isBusy={uploading !== undefined} />}
          {uploading !== undefined && <Uploading state={uploading} />}
          {data === undefined && error === null && <Skeleton height={80} />}
          {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {data !== undefined && <Kept files={data} />}
        </Stack>
      </Section>
    </div>
  );
}

export function useUpload(companyId: number) {
  const t = useText();
  const errorText = useErrorText();
  const notice = useNotice();
  const [uploading, setUploading] = useState<UploadState | undefined>();
  const upload = async (files: readonly File[]) => {
    const failures = await uploadDocuments(companyId, files, setUploading);
    for (const { file, error } of failures)
      notice.problem(t('companies.form.uploadFailed', { file: file.name, reason: errorText(error) }));
    await readAgain(queryClient, 'console', 'GET /companies/{id}/documents', 'GET /companies/{id}');
  };
  return { upload, uploading };
}

function Kept({ files: { items, room } }: { readonly files: Files }) {
  const t = useText();
  const { number, bytes } = useFormat();
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('companies.documents.empty')}
      </Text>
    );
  return (
    <Stack gap="sm">
      {items.map((file) => (
        <KeptFile key={file.id} file={file} />
      ))}
      <Text size="xs" c="dimmed">
        {t('companies.documents.room', {
          files: number(room.files),
          filesMax: number(room.filesMax),
          bytes: bytes(room.bytes),
          bytesMax: bytes(room.bytesMax),
        })}
      </Text>
    </Stack>
  );
}

function KeptFile({ file }: { readonly file: Files['items'][number] }) {
  const t = useText();
  const { bytes } = useFormat();
  const href = addressOf('console', 'GET /documents/{id}', { params: { id: file.id } });
  const { filename } = file;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {file.mediaType === 'application/pdf' ? (
        <span className={classes['kind']} aria-hidden="true">
          PDF
        </span>
      ) : (
        <img
          className={classes['preview']}
          src={href}
          alt={t('companies.documents.preview', { file: filename })}
          loading="lazy"
        />
      )}
      <Stack gap={6} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Anchor
          href={href}
          download={filename}
          size="sm"
          aria-label={t('companies.documents.download', { file: filename })}
        >
          {filename}
        </Anchor>
        <Text size="xs" c="dimmed" component="div">
          {bytes(file.sizeBytes)} · <When at={file.createdAt} />
        </Text>
        {file.senders.length > 0 && (
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {t('companies.documents.used')}
            </Text>
            {file.senders.map(({ id, senderName }) => (
              <Text key={id} size="xs">
                <ListLink to={`/senders/${id}`}>{senderName}</ListLink>
              </Text>
            ))}
          </Group>
        )}
      </Stack>
    </Group>
  );
}
