import { Checkbox, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type * as consoleContract from '@volley/contract/console/senders.ts';
import type * as priceContract from '@volley/contract/partner/prices.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { senderNameFault } from '@volley/domain/senders/sender-name.ts';
import { CHANNELS, type ChannelType } from '@volley/domain/sending/channel.ts';
import { useRight } from '../../api/session.ts';
import { useApi, usePartnerApi } from '../../api/use-api.ts';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly companyId: number | undefined;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly chosen: readonly Brand[];
  readonly onChange: (brands: readonly Brand[]) => void;
};

const ENDED = ['REJECTED', 'DENIED', 'CLOSED'];

/** A card per operator: whether the name meets its rules, is already registered, and its possible fee. */
export function OperatorChoice(props: Props) {
  const { chosen, onChange } = props;
  const living = useLiving(props);
  const toggle = (brand: Brand) =>
    onChange(BRANDS.filter((one) => (one === brand ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {BRANDS.map((brand) => (
        <OperatorCard key={brand} {...props} brand={brand} living={living(brand)} onToggle={() => toggle(brand)} />
      ))}
    </SimpleGrid>
  );
}

/** The existing registration; an ended name can be registered again. */
function useLiving({ companyId, senderName, channelType }: Props) {
  const { data } = useApi<typeof consoleContract.listSenderMatrix>(
    'GET /senders',
    { query: { companyId, q: senderName, perPage: 100 } },
    { enabled: companyId !== undefined && senderName !== '' },
  );
  const same = data?.items.find((one) => one.senderName === senderName && one.channelType === channelType);
  return (brand: Brand) => same?.cells.find((cell) => cell.brand === brand && !ENDED.includes(cell.status));
}

type CardProps = Props & {
  readonly brand: Brand;
  readonly living: ReturnType<ReturnType<typeof useLiving>>;
  readonly onToggle: () => void;
};

function OperatorCard({ brand, senderName, channelType, chosen, living, onToggle }: CardProps) {
  const t = useText();
  const { money } = useFormat();
  const maySeeMoney = useRight('money.read');
  const fees = usePartnerApi<typeof priceContract.listSenderFees>('GET /price/senders', {}, { enabled: maySeeMoney });
  const fee = fees.data?.senderFees.find((one) => one.brand === brand);
  const fault = senderName === '' ? undefined : senderNameFault(senderName, channelType, brand);
  const max = CHANNELS[channelType].senderNameLengthMax;
  const isBarred = living !== undefined || fault !== undefined;
  return (
    <Paper withBorder p="sm">
      <Stack gap={4}>
        <Checkbox
          label={operatorName(t, brand)}
          fw={600}
          checked={chosen.includes(brand) && !isBarred}
          disabled={isBarred}
          onChange={onToggle}
        />
        {senderName !== '' && (
          <Text size="sm" c={isBarred ? 'var(--tone-bad-text)' : 'var(--tone-good-text)'} role="status">
            {living !== undefined
              ? `○ ${t('senders.form.exists', { status: t(`senders.status.${living.status}`) })}`
              : fault === undefined
                ? `✓ ${t('senders.form.fine')}`
                : `✕ ${t(`senders.form.fault.${fault}`, { max })}`}
          </Text>
        )}
        {fee !== undefined && (
          <Text size="xs" c="dimmed">
            {t('senders.form.fee', { fee: money(fee) })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
