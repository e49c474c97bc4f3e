import { Anchor, Stack, Text } from '@mantine/core';
import { addressOf } from '../../api/call.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { SenderDetail } from './sender-detail.ts';

export function SenderDocuments({ sender: { companyId, documents } }: { readonly sender: SenderDetail }) {
  const t = useText();
  return (
    <Section
      title={t('senders.page.documents')}
      actions={<ListLink to={`/companies/${companyId}`}>{t('senders.page.documents.all')}</ListLink>}
    >
      <Stack gap={6}>
        {documents.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('senders.page.documents.empty')}
          </Text>
        )}
        {documents.map(({ id, filename }) => (
          <Anchor
            key={id}
            size="sm"
            href={addressOf('console', 'GET /documents/{id}', { params: { id } })}
            download={filename}
            style={{ overflowWrap: 'anywhere' }}
          >
            {filename}
          </Anchor>
        ))}
      </Stack>
    </Section>
  );
}
