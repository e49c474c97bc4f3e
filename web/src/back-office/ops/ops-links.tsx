import { Button, Group, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/delivery/links.ts';
import { brandOfId } from '@volley/domain/numbers/brand.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { Num } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { askReason } from '../parts/ask-reason.tsx';
import type { Now } from './points.ts';
import { askRate, type ChosenRate } from './rate-form.tsx';

type Link = Now['links'][number];

export function OpsLinks({ links }: { readonly links: readonly Link[] }) {
  const t = useText();
  return (
    <Section title={t('backOffice.links.title')} flush>
      <RecordTable
        label={t('backOffice.links.title')}
        columns={useColumns()}
        rows={links}
        rowKey={({ linkId }) => linkId}
        empty={<EmptyState title={t('backOffice.links.empty')} text={t('backOffice.links.emptyHint')} />}
      />
    </Section>
  );
}

/** The most severe state comes first. */
function LinkState({ link: { enabled, paused, bound, degradedBecause } }: { readonly link: Link }) {
  const t = useText();
  if (!enabled) return <StatusBadge tone="neutral" label={t('backOffice.links.disabled')} />;
  if (!bound) return <StatusBadge tone="bad" label={t('backOffice.links.down')} />;
  if (paused) return <StatusBadge tone="warn" label={t('backOffice.links.paused')} />;
  if (degradedBecause !== null) return <StatusBadge tone="warn" label={t('backOffice.links.degraded')} />;
  return <StatusBadge tone="good" label={t('backOffice.links.up')} />;
}

/** The state of a link, and the reason when an enabled link is not bound or degraded. */
function LinkCondition({ link }: { readonly link: Link }) {
  const { enabled, bound } = link;
  return (
    <>
      <LinkState link={link} />
      {enabled && !bound && <WhyDown link={link} />}
      {enabled && <WhyDegraded link={link} />}
    </>
  );
}

function WhyDown({ link: { lastError, lastBoundAt } }: { readonly link: Link }) {
  const t = useText();
  return (
    <>
      {lastError !== null && <Text size="xs">{lastError}</Text>}
      <Text size="xs" c="dimmed" component="div">
        {lastBoundAt === null ? (
          t('backOffice.links.neverBound')
        ) : (
          <>
            {t('backOffice.links.lastBound')} <When at={lastBoundAt} />
          </>
        )}
      </Text>
    </>
  );
}

/** Also of a link that is down or paused: it is degraded still when it is back. */
function WhyDegraded({ link: { degradedBecause, degradedSince } }: { readonly link: Link }) {
  const t = useText();
  if (degradedBecause === null) return null;
  return (
    <>
      <Text size="xs">{t(`backOffice.degraded.${degradedBecause}`)}</Text>
      <Text size="xs" c="dimmed" component="div">
        {t('backOffice.links.degradedSince')} <When at={degradedSince} />
      </Text>
    </>
  );
}

function useColumns(): readonly Column<Link>[] {
  const t = useText();
  const { number } = useFormat();
  const mayChange = useCapability('links.write');
  return [
    {
      key: 'name',
      head: t('backOffice.links.link'),
      cell: ({ name, protocol, channelType }) => (
        <>
          <b>{name}</b>
          <Text size="xs" c="dimmed">
            {protocol} · {channelName(t, channelType)}
          </Text>
        </>
      ),
    },
    {
      key: 'brands',
      head: t('backOffice.column.operator'),
      cell: ({ brands }) => brands.map((id) => operatorName(t, brandOfId(id) ?? null)).join(', '),
      wideOnly: true,
    },
    { key: 'state', head: t('backOffice.column.status'), cell: (link) => <LinkCondition link={link} /> },
    {
      key: 'rate',
      head: t('backOffice.links.rate'),
      align: 'right',
      cell: ({ ratePerSecond }) => (ratePerSecond === null ? t('backOffice.links.noRate') : number(ratePerSecond)),
    },
    {
      key: 'outstanding',
      head: t('backOffice.links.outstanding'),
      align: 'right',
      cell: ({ outstanding }) => <Num value={outstanding} />,
    },
    {
      key: 'acts',
      head: '',
      align: 'right',
      cell: (link) => mayChange && <LinkActs link={link} />,
    },
  ];
}

function LinkActs({ link }: { readonly link: Link }) {
  const { linkId, name, paused } = link;
  const t = useText();
  const act = useAct('staff');
  const change = (body: { paused?: boolean; reason: string } | ChosenRate) =>
    act(() => callStaff<typeof contract.changeLink>('POST /links/{id}', { params: { id: linkId }, body }), {
      done: t('backOffice.links.changed', { name }),
      routes: ['GET /ops', 'GET /links', 'GET /actions'],
    });
  const pause = async () => {
    const reason = await askReason({
      title: t(paused ? 'backOffice.links.resumeTitle' : 'backOffice.links.pauseTitle', { name }),
      effect: t(paused ? 'backOffice.links.resumeEffect' : 'backOffice.links.pauseEffect'),
      confirm: t(paused ? 'backOffice.links.resume' : 'backOffice.links.pause'),
      danger: !paused,
    });
    if (reason !== undefined) await change({ paused: !paused, reason });
  };
  const setRate = async () => {
    const chosen = await askRate(t('backOffice.links.rateTitle', { name }), link);
    if (chosen !== undefined) await change(chosen);
  };
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void pause()}
        aria-label={`${t(paused ? 'backOffice.links.resume' : 'backOffice.links.pause')}: ${name}`}
      >
        {t(paused ? 'backOffice.links.resume' : 'backOffice.links.pause')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void setRate()}
        aria-label={`${t('backOffice.links.setRate')}: ${name}`}
      >
        {t('backOffice.links.setRate')}
      </Button>
    </Group>
  );
}
