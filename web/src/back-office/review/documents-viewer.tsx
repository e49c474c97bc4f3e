// Shows documents beside the form. The bytes are fetched with the session and shown from memory, so uploaded content
// never runs on our origin. The staff log records every opened document.
import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refused } from '../../api/api-error.ts';
import { addressOf } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { useText } from '../../kit/text.tsx';
import type { Review } from './card.ts';
import classes from './documents-viewer.module.css';

type Document = Review['documents'][number];

export function DocumentsViewer({ documents }: { readonly documents: readonly Document[] }) {
  const t = useText();
  const mayOpen = useCapability('documents.read');
  const [chosen, setChosen] = useState(documents[0]?.documentId);
  const document = documents.find(({ documentId }) => documentId === chosen) ?? documents[0];
  if (document === undefined)
    return <EmptyState title={t('backOffice.documents.none')} text={t('backOffice.documents.noneHint')} />;
  if (!mayOpen) return <Notice tone="neutral" title={t('backOffice.documents.closed', { count: documents.length })} />;
  return (
    <Stack gap="sm">
      {documents.length > 1 && (
        <SegmentedControl
          aria-label={t('backOffice.documents.choose')}
          value={document.documentId}
          onChange={setChosen}
          data={documents.map(({ documentId, filename }) => ({ value: documentId, label: filename }))}
          className={classes['choice'] ?? ''}
        />
      )}
      <OpenDocument key={document.documentId} document={document} />
    </Stack>
  );
}

function OpenDocument({ document: { documentId, filename, mediaType, sizeBytes } }: { readonly document: Document }) {
  const t = useText();
  const { bytes } = useFormat();
  const address = addressOf('staff', 'GET /documents/{id}', { params: { id: documentId } });
  const { data, error, refetch } = useQuery({
    queryKey: ['document', documentId],
    queryFn: async ({ signal }) => {
      const reply = await fetch(address, { credentials: 'same-origin', signal });
      if (!reply.ok) throw refused(reply.status, reply.headers.get('x-request-id'), await reply.text());
      // The content type that was checked at upload; the response header is not trusted.
      return new Blob([await reply.arrayBuffer()], { type: mediaType });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const url = useObjectUrl(data);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {filename} · {bytes(sizeBytes)}
        </Text>
        <Button component="a" href={address} download={filename} variant="default" size="compact-sm">
          {t('backOffice.documents.download')}
        </Button>
      </Group>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {error === null && url === undefined && <Loader size="sm" />}
      {url !== undefined &&
        (mediaType === 'application/pdf' ? (
          <iframe src={url} title={filename} className={classes['sheet']} />
        ) : (
          <img src={url} alt={filename} className={classes['picture']} />
        ))}
    </Stack>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
