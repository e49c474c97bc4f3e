import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useCapability } from '../../api/session.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { DraftForm } from './draft-form.tsx';
import { StepTable } from './step-table.tsx';
import { tariffKeyName } from './tariff-key-name.ts';
import { inForce, readKey, type Version, versionsOf } from './versions.ts';

type Props = { readonly versions: readonly Version[]; readonly list: number; readonly tariffKey: string };

export function TariffDetail({ versions, list, tariffKey }: Props) {
  const t = useText();
  const mayPublish = useCapability('prices.write');
  const key = readKey(tariffKey);
  if (key === undefined) return <EmptyState title={t('backOffice.tariffs.unknown')} />;
  const current = inForce(versions, tariffKey, Date.now());
  const name = tariffKeyName(t, key);
  return (
    <SimpleGrid cols={{ base: 1, md: mayPublish ? 2 : 1 }} spacing="lg">
      <Section title={t('backOffice.tariffs.versions', { name })}>
        <Versions versions={versionsOf(versions, tariffKey)} current={current} />
      </Section>
      {mayPublish && (
        <Section title={t('backOffice.tariffs.draft')}>
          <DraftForm list={list} tariffKey={key} current={current} />
        </Section>
      )}
    </SimpleGrid>
  );
}

function Versions({
  versions,
  current,
}: {
  readonly versions: readonly Version[];
  readonly current: Version | undefined;
}) {
  const t = useText();
  const { dateTime } = useFormat();
  if (versions.length === 0)
    return <EmptyState title={t('backOffice.tariffs.noVersion')} text={t('backOffice.tariffs.noVersionHint')} />;
  return (
    <Stack gap="lg">
      {versions.map((version) => (
        <div key={version.id}>
          <Title order={3} size="sm">
            {t('backOffice.tariffs.v', { version: version.version })} · {t(`kit.model.${version.pricingModel}`)}{' '}
            {version.id === current?.id && <StatusBadge tone="good" label={t('backOffice.tariffs.inForce')} />}
            {current !== undefined && version.version > current.version && (
              <StatusBadge tone="info" label={t('backOffice.tariffs.toCome')} />
            )}
          </Title>
          <Text size="xs" c="dimmed">
            {version.effectiveFrom === null
              ? t('backOffice.tariffs.sinceEver')
              : t('backOffice.tariffs.since', { at: dateTime(version.effectiveFrom) })}
          </Text>
          <StepTable
            steps={version.prices}
            currency={version.currency}
            label={t('backOffice.tariffs.stepsOf', { version: version.version })}
            isMau={version.pricingModel === 'MAU'}
          />
        </div>
      ))}
    </Stack>
  );
}
