import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { useCompany, useGo, useOwner, type Widget, withRefresh } from '../owner.tsx';
import { WidgetEditor } from './widget-editor.tsx';
import { formOfWidget, NEW_WIDGET, type WidgetBody } from './widget-form.ts';

export function NewWidgetPage() {
  const t = useText();
  const notice = useNotice();
  const go = useGo();
  const { side, root, createWidget, CompanyField } = useOwner();
  const [company, setCompany] = useState(useCompany());
  const save = async ({ secret = '', ...body }: WidgetBody) => {
    if (company === undefined) return;
    const { widgetId } = await withRefresh(side, () => createWidget({ ...body, secret, companyId: company }));
    notice.done(t('verification.widgets.created', { name: body.name }));
    await go.to(`/widgets/${widgetId}`);
  };
  return (
    <Page
      title={t('verification.widgets.new')}
      back={{ to: `${root}/widgets`, label: t('verification.widgets.title') }}
    >
      <WidgetEditor
        start={NEW_WIDGET}
        companyId={company}
        head={<CompanyField value={company} onChange={setCompany} required />}
        isReady={company !== undefined}
        onSave={save}
      />
    </Page>
  );
}

export function WidgetPage() {
  const t = useText();
  const { root, useWidgets } = useOwner();
  const { id } = useParams({ strict: false }) as { id: string }; // the route has it
  const { data, error, refetch } = useWidgets(undefined);
  const back = { to: `${root}/widgets`, label: t('verification.widgets.title') };
  const widget = data?.items.find(({ widgetId }) => widgetId === id);
  if (widget !== undefined) return <Loaded key={id} widget={widget} back={back} />;
  return (
    <Page title={t('verification.widget')} back={back}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <EmptyState title={t('verification.widgets.unknown', { id })} />}
    </Page>
  );
}

type LoadedProps = { readonly widget: Widget; readonly back: { readonly to: string; readonly label: string } };

function Loaded({ widget, back }: LoadedProps) {
  const t = useText();
  const notice = useNotice();
  const { side, changeWidget, useMayWrite } = useOwner();
  const mayWrite = useMayWrite();
  const { widgetId, companyId, name, status, companyName, captchaType } = widget;
  const save = async (body: WidgetBody) => {
    await withRefresh(side, () => changeWidget(widgetId, body));
    notice.done(t('verification.saved', { name: body.name }));
  };
  return (
    <Page
      title={name}
      badge={<ActiveBadge status={status} />}
      back={back}
      actions={mayWrite && <StatusButton widget={widget} />}
      lead={
        <Group gap="xs" fz="sm" c="dimmed">
          {companyName} · {t('verification.widgetId')} <CopyButton value={widgetId} />
        </Group>
      }
    >
      <WidgetEditor
        start={formOfWidget(widget)}
        companyId={companyId}
        stored={{ widgetId, captchaType }}
        isReady={mayWrite}
        onSave={save}
      />
    </Page>
  );
}

function StatusButton({ widget: { widgetId, name, status } }: { readonly widget: Widget }) {
  const t = useText();
  const notice = useNotice();
  const { side, changeWidget } = useOwner();
  const next = status === 'ACTIVE' ? 'DISABLED' : 'ACTIVE';
  const change = async () => {
    const confirmed = await confirmAction({
      title: t(`verification.widgets.${next}.title`, { name }),
      effect: t(`verification.widgets.${next}.effect`),
      confirm: t(`verification.act.${next}`),
      cancel: t('verification.cancel'),
      danger: next === 'DISABLED',
    });
    if (!confirmed) return;
    try {
      await withRefresh(side, () => changeWidget(widgetId, { status: next }));
    } catch (error) {
      notice.failed(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void change()}>
      {t(`verification.act.${next}`)}
    </Button>
  );
}
