import { Box, Code, Stack, Text as Words } from '@mantine/core';
import type * as contract from '@volley/contract/console/provider-templates.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { isUnusable, MISSING } from '@volley/domain/templates/provider-template.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import type { Column } from '../../kit/table/record-table.tsx';
import { type Text, useText } from '../../kit/text.tsx';
import { categoryText, reasonText, statusText, toneOf } from './template-words.ts';

export type TemplateList = ReplyOf<typeof contract.listProviderTemplates>;
export type ListedTemplate = TemplateList['items'][number];

/** On a phone our templates stand below the name. */
export function templateColumns(t: Text): readonly Column<ListedTemplate>[] {
  return [
    {
      key: 'name',
      head: t('providerTemplates.name'),
      cell: (template) => (
        <>
          <Words fw={600} style={{ overflowWrap: 'anywhere' }}>
            {template.name}
          </Words>
          <Words size="xs" c="dimmed">
            {[template.language, ...(template.category === null ? [] : [categoryText(t, template.category)])].join(
              ' · ',
            )}
          </Words>
          <Box hiddenFrom="sm" mt={4}>
            <Tied template={template} />
          </Box>
        </>
      ),
    },
    {
      key: 'status',
      head: t('providerTemplates.status'),
      width: '24%',
      cell: ({ status, reason }) => (
        <>
          <StatusBadge tone={toneOf(status)} label={statusText(t, status)} />
          {reason !== null && (
            <Words size="xs" mt={4} style={{ overflowWrap: 'anywhere' }}>
              {reasonText(t, reason)}
            </Words>
          )}
        </>
      ),
    },
    {
      key: 'tied',
      head: t('providerTemplates.tied'),
      width: '44%',
      wideOnly: true,
      cell: (template) => <Tied template={template} />,
    },
  ];
}

function Tied({ template: { status, tied } }: { readonly template: ListedTemplate }) {
  const t = useText();
  if (tied.length === 0)
    return (
      <Words size="sm" c="dimmed">
        {t('providerTemplates.untied')}
      </Words>
    );
  // The status of a refused template is its problem; only the languages of a missing one are news.
  const isSaid = status !== null && status !== MISSING && isUnusable(status);
  return (
    <Stack gap={6}>
      {tied.map((one) => (
        <div key={one.templateId}>
          <Code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{one.pattern}</Code>
          <Words size="xs" c="dimmed">
            #{one.templateId} · {t(`kit.traffic.${one.templateType}`)} ·{' '}
            {t('providerTemplates.review', { status: t(`senders.status.${one.status}`) })}
          </Words>
          {one.problem !== null && !isSaid && (
            <Words size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
              {t('providerTemplates.problem', { problem: one.problem })}
            </Words>
          )}
        </div>
      ))}
    </Stack>
  );
}
