import { Button, Code, Group, Paper, Select, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/moderation/templates.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { providerTemplateOf } from '@volley/domain/templates/provider-template.ts';
import { nextTemplateStatus, TEMPLATE_STATUSES, type TemplateEvent } from '@volley/domain/templates/template-status.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { askReason } from '../parts/ask-reason.tsx';
import { SenderStatusBadge, STATUS_TEXT, VERDICT_TEXT } from '../parts/sender-status.tsx';
import { templateSearch } from '../searches.ts';

const route = getRouteApi('/back-office/bo/templates');
const PER_PAGE = 50;
const WAITING = 'INTERNAL_REVIEW';

type Search = ReturnType<typeof templateSearch>;
type Template = ReplyOf<typeof contract.listTemplates>['items'][number];
type Verdict = 'EXTERNAL_REVIEW' | 'APPROVED' | 'REJECTED' | 'DENIED';

const EVENTS: readonly (readonly [Verdict, TemplateEvent])[] = [
  ['EXTERNAL_REVIEW', 'forward'],
  ['APPROVED', 'accept'],
  ['REJECTED', 'reject'],
  ['DENIED', 'deny'],
];

const movesOf = ({ status }: Template) =>
  EVENTS.filter(([, event]) => nextTemplateStatus(status, event) !== undefined).map(([verdict]) => verdict);

export function TemplateReview() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const judge = useJudge();
  const mayJudge = useCapability('senders.moderate');
  const { status = WAITING, page = 1 } = search;
  const { data, error, refetch } = useStaffApi<typeof contract.listTemplates>('GET /templates', {
    query: { page, perPage: PER_PAGE, ...(status !== 'all' && { status: [status] }) },
  });
  return (
    <Page title={t('backOffice.nav.templates')}>
      <FilterBar isFiltered={search.status !== undefined} onClear={() => void navigate({ search: {} })}>
        <Select
          label={t('backOffice.column.status')}
          data={[
            ...TEMPLATE_STATUSES.map((value) => ({ value, label: t(STATUS_TEXT[value]) })),
            { value: 'all', label: t('backOffice.filter.any') },
          ]}
          value={status}
          onChange={(value) => void navigate({ search: templateSearch({ status: value }) })}
          allowDeselect={false}
        />
      </FilterBar>
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.templates')}
          columns={columnsOf(t, mayJudge ? judge : undefined)}
          rows={data?.items}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('backOffice.templates.empty')} text={t('backOffice.templates.emptyHint')} />}
        />
        {data !== undefined && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            onPage={(next) => void navigate({ search: { ...search, page: next } })}
          />
        )}
      </Paper>
    </Page>
  );
}

type Judge = (template: Template, verdict: Verdict) => Promise<void>;

function useJudge(): Judge {
  const t = useText();
  const act = useAct('staff');
  return async ({ id, senderName }, status) => {
    const needsWords = status === 'REJECTED' || status === 'DENIED';
    const managerComment = needsWords
      ? await askReason({
          title: `${t(VERDICT_TEXT[status])}: ${senderName}`,
          effect: t('backOffice.templates.commentEffect'),
          confirm: t(VERDICT_TEXT[status]),
          danger: true,
        })
      : undefined;
    if (needsWords && managerComment === undefined) return;
    const body = { status, ...(managerComment !== undefined && { managerComment }) };
    await act(() => callStaff<typeof contract.judgeTemplate>('POST /templates/{id}/status', { params: { id }, body }), {
      done: t('backOffice.templates.judged'),
      routes: ['GET /templates', 'GET /actions'],
    });
  };
}

function columnsOf(t: Say, judge: Judge | undefined): readonly Column<Template>[] {
  return [
    {
      key: 'sender',
      head: t('backOffice.column.name'),
      cell: ({ senderNameId, senderName, brand, channelType }) => (
        <>
          <ListLink to={`/bo/senders/${senderNameId}`}>{senderName}</ListLink>
          <Text size="xs" c="dimmed">
            {channelName(t, channelType)} · {operatorName(t, brand)}
          </Text>
        </>
      ),
    },
    { key: 'type', head: t('backOffice.column.type'), cell: ({ templateType }) => t(`kit.traffic.${templateType}`) },
    {
      key: 'pattern',
      head: t('backOffice.templates.pattern'),
      cell: (template) => (
        <>
          <Code block maw={480} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {template.pattern}
          </Code>
          <ProviderTemplate template={template} />
        </>
      ),
    },
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyId }) => <ListLink to={`/bo/companies/${companyId}`}>#{companyId}</ListLink>,
      wideOnly: true,
    },
    { key: 'status', head: t('backOffice.column.status'), cell: ({ status }) => <SenderStatusBadge status={status} /> },
    { key: 'age', head: t('backOffice.column.created'), cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      key: 'moves',
      head: '',
      cell: (template) =>
        judge !== undefined && (
          <Group gap={6}>
            {movesOf(template).map((verdict) => (
              <Button
                key={verdict}
                size="compact-sm"
                variant="default"
                onClick={() => void judge(template, verdict)}
                aria-label={`${t(VERDICT_TEXT[verdict])}: ${template.senderName}, #${template.id}`}
              >
                {t(VERDICT_TEXT[verdict])}
              </Button>
            ))}
          </Group>
        ),
    },
  ];
}

/** The template of the messenger that matching texts go as. */
function ProviderTemplate({ template }: { readonly template: Template }) {
  const t = useText();
  const { content, templateType, providerStatus, providerProblem } = template;
  const named = content === null ? undefined : providerTemplateOf({ content: { ...content } });
  if (named === undefined) return null;
  const words = [named.name, named.language, ...(providerStatus === null ? [] : [providerStatus])];
  return (
    <>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        WhatsApp: {words.join(' · ')}
      </Text>
      {providerProblem !== null && (
        <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
          {t('backOffice.templates.providerProblem', { problem: providerProblem })}
        </Text>
      )}
      {templateType === 'AUTHORIZE' && (
        <Text size="xs" c="dimmed">
          {t('backOffice.templates.fixedWording')}
        </Text>
      )}
    </>
  );
}
