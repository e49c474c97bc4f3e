import { chooseLink, newChoiceMemory } from '@volley/domain/links/link-order.ts';
import { expect, test } from 'vitest';
import { allocateCredit } from './allocate-credit.ts';
import { routeStrands } from './route-strands.ts';

const link = { protocol: 'SMPP', channelType: 'SMS', brands: [1], capacity: 200 } as const;
const strand = {
  companyId: 1,
  channelType: 'SMS',
  brand: 1,
  accountLinkId: null,
  lane: 2,
  country: null,
  link_mode: 'balanced',
  currency: 'RUB',
  paid_micros: null,
} as const;

test('a degraded link gets one message in fifty of those that are sent, however many wait', () => {
  const memory = newChoiceMemory(() => 0.5);
  const { route } = routeStrands<typeof strand & { waiting: number }>((links, routed) =>
    chooseLink(
      links.map(({ id, free, isDegraded }) => ({ linkId: id, free, isDegraded, route: undefined, figures: undefined })),
      { ...routed, isUrgent: false },
      memory,
    ),
  );
  const links = [
    { ...link, id: 1, credit: 25 },
    { ...link, id: 2, credit: 200, isDegraded: true },
  ];
  const taken = new Map<number, number>();
  for (let round = 0; round < 400; round += 1)
    for (const { linkId, take } of allocateCredit(links, [{ ...strand, waiting: 100_000 }], new Map(), route))
      taken.set(linkId, (taken.get(linkId) ?? 0) + take);
  const [healthy = 0, degraded = 0] = [taken.get(1), taken.get(2)];
  expect(degraded / healthy).toBeCloseTo(1 / 50, 2);
});
