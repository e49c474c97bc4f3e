import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { When } from '../../kit/when.tsx';
import { type Stop, useOwner, withRefresh } from '../owner.tsx';
import { prefixText } from './prefix-text.ts';

export function StopTable({ companyId }: { readonly companyId: number | undefined }) {
  const t = useText();
  const { useStops } = useOwner();
  const { data, error, refetch } = useStops(companyId);
  return (
    <Section title={t('verification.stops')} flush>
      <RecordTable<Stop>
        label={t('verification.stops')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ kind, gatewayId, widgetId, prefix, day }) => `${kind} ${gatewayId} ${widgetId} ${prefix} ${day}`}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={<EmptyState title={t('verification.stops.empty')} text={t('verification.stops.empty.text')} />}
      />
    </Section>
  );
}

function useColumns(): readonly Column<Stop>[] {
  const t = useText();
  const mayWrite = useOwner().useMayWrite();
  return [
    { key: 'what', head: t('verification.stops.what'), cell: (stop) => <What stop={stop} /> },
    { key: 'where', head: t('verification.profile'), cell: (stop) => <Where stop={stop} /> },
    { key: 'why', head: t('verification.stops.why'), cell: (stop) => <Why stop={stop} />, wideOnly: true },
    { key: 'at', head: t('verification.stops.at'), cell: ({ at }) => <When at={at} />, wideOnly: true },
    {
      key: 'force',
      head: t('verification.status'),
      cell: ({ inForce }) => (
        <StatusBadge
          tone={inForce ? 'warn' : 'neutral'}
          label={t(inForce ? 'verification.stops.inForce' : 'verification.stops.over')}
        />
      ),
    },
    ...(mayWrite
      ? [
          {
            key: t('verification.actions'),
            head: '',
            align: 'right' as const,
            cell: (stop: Stop) => stop.inForce && <LiftButton stop={stop} />,
          },
        ]
      : []),
  ];
}

/** The kind in the ids of the texts. */
const namedKind = ({ kind, newNumbersOnly }: Stop) => (newNumbersOnly ? 'RESERVE' : kind);

function useStopName() {
  const t = useText();
  return (stop: Stop) => t(`verification.stops.${namedKind(stop)}`, { prefix: prefixText(stop.prefix ?? '') });
}

function What({ stop }: { readonly stop: Stop }) {
  const t = useText();
  return (
    <>
      <Text size="sm" fw={600}>
        {useStopName()(stop)}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`verification.stops.${namedKind(stop)}.effect`)}
      </Text>
    </>
  );
}

function Where({ stop }: { readonly stop: Stop }) {
  const { root } = useOwner();
  const { gatewayId, gatewayName, widgetId, widgetName, companyName } = stop;
  const [path, name] =
    widgetId === null ? [`profiles/${gatewayId}`, gatewayName] : [`widgets/${widgetId}`, widgetName ?? widgetId];
  return (
    <>
      <Anchor component={Link} to={`${root}/${path}`} size="sm">
        {name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {companyName}
      </Text>
    </>
  );
}

function Why({ stop: { sent, entered, spent, limit } }: { readonly stop: Stop }) {
  const t = useText();
  const { number, money } = useFormat();
  if (spent !== null && limit !== null)
    return t('verification.stops.DAY.why', { spent: money(spent), limit: money(limit), sent: number(sent) });
  return t('verification.stops.PREFIX.why', { sent: number(sent), entered: number(entered ?? 0) });
}

function LiftButton({ stop }: { readonly stop: Stop }) {
  const t = useText();
  const notice = useNotice();
  const nameOf = useStopName();
  const { side, liftStop } = useOwner();
  const { kind, gatewayId, widgetId, prefix } = stop;
  const lift = async () => {
    const confirmed = await confirmAction({
      title: t('verification.stops.lift.title', { stop: nameOf(stop) }),
      effect: t(`verification.stops.${kind}.lift`),
      confirm: t('verification.stops.lift'),
      cancel: t('verification.cancel'),
    });
    if (!confirmed) return;
    const body = { kind, gatewayId, ...(widgetId !== null && { widgetId }), ...(prefix !== null && { prefix }) };
    try {
      await withRefresh(side, () => liftStop(body));
      notice.done(t('verification.stops.lifted', { stop: nameOf(stop) }));
    } catch (error) {
      notice.failed(error);
    }
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void lift()}>
      {t('verification.stops.lift')}
    </Button>
  );
}
