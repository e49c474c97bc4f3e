// Gauges about the links of every channel. A series whose channel has no more messages or links is removed.
import { brandOfId } from '@volley/domain/numbers/brand.ts';
import { read } from '../../../platform/database/database.ts';
import type { GaugeName, Metrics } from '../../../platform/metrics.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { countLinks, countUnlinked } from './link-gauges.sql.ts';
import { countMarginWaits } from './margin-waits.sql.ts';

type Series = { readonly name: GaugeName; readonly labels: Readonly<Record<string, string>>; readonly value: number };

const EXPORTED = slot((): { series: Map<string, Series> } => ({ series: new Map() }));

export async function setLinkGauges({
  db,
  metrics,
  shared,
}: Pick<Platform, 'db' | 'metrics' | 'shared'>): Promise<void> {
  const { links, unlinked, atLoss } = await read(db, async (tx) => ({
    links: await countLinks(tx),
    unlinked: await countUnlinked(tx),
    atLoss: await countMarginWaits(tx),
  }));
  const series = [
    ...links.flatMap(({ channelType: channel, brand, links: all, open }) => {
      const labels = { channel, operator: brandOfId(brand) ?? 'OTHER' };
      return [
        { name: 'volley_channel_links', labels, value: all } as const,
        { name: 'volley_channel_open_links', labels, value: open } as const,
      ];
    }),
    ...unlinked.map(
      ({ channelType: channel, messages: value }) =>
        ({ name: 'volley_unlinked_messages', labels: { channel }, value }) as const,
    ),
    ...atLoss.map(
      ({ channelType: channel, messages: value }) =>
        ({ name: 'volley_margin_waiting_messages', labels: { channel }, value }) as const,
    ),
  ];
  replace(metrics, shared.of(EXPORTED), series);
}

const keyOf = ({ name, labels }: Series) => JSON.stringify([name, labels]);

function replace(metrics: Metrics, exported: { series: Map<string, Series> }, series: readonly Series[]): void {
  const next = new Map(series.map((one) => [keyOf(one), one]));
  for (const [key, { name, labels }] of exported.series) if (!next.has(key)) metrics.remove(name, labels);
  for (const { name, labels, value } of series) metrics.set(name, value, labels);
  exported.series = next;
}
