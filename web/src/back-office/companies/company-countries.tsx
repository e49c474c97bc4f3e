import { Button, Group, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/delivery/destinations.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { useChangeCountries } from '../destinations/change-countries.ts';
import { Countries } from '../destinations/countries.tsx';
import type { Company } from './company.ts';

/** The three lists that can apply to a company, most specific first, with a mark on the one that does. */
export function CompanyCountries({ company }: { readonly company: Company }) {
  const t = useText();
  const { companyId, partnerId, partnerLogin, name } = company;
  const query = { companyId };
  const { data, error, refetch } = useStaffApi<typeof contract.getDestinations>('GET /destinations', { query });
  const may = { company: useCapability('companies.write'), partner: useCapability('partners.write') };
  const change = useChangeCountries(data?.countries ?? []);
  const listOf = (kind: 'company' | 'partner') => data?.lists.find(({ of }) => of === kind)?.allowedCountries ?? null;
  const lists = [
    { of: 'company', id: companyId, name, allowedCountries: listOf('company') },
    { of: 'partner', id: partnerId, name: partnerLogin, allowedCountries: listOf('partner') },
  ] as const;
  const holding = lists.find(({ allowedCountries }) => allowedCountries !== null)?.of ?? 'installation';
  return (
    <Section title={t('backOffice.destinations.ofCompany')}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Stack gap="sm">
          {lists.map((list) => (
            <Level
              key={list.of}
              name={t(`backOffice.destinations.level.${list.of}`)}
              codes={list.allowedCountries}
              holds={holding === list.of}
              {...(may[list.of] && { onChange: () => void change(list) })}
            />
          ))}
          <Level
            name={t('backOffice.destinations.level.installation')}
            codes={data.allowedCountries}
            holds={holding === 'installation'}
          />
        </Stack>
      )}
    </Section>
  );
}

type LevelProps = {
  readonly name: string;
  readonly codes: readonly string[] | null;
  readonly holds: boolean;
  readonly onChange?: () => void;
};

function Level({ name, codes, holds, onChange }: LevelProps) {
  const t = useText();
  return (
    <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {holds && <StatusBadge tone="good" label={t('backOffice.destinations.holds')} />}
        </Group>
        {codes === null ? (
          <Text size="sm" c="dimmed">
            {t('backOffice.destinations.inherits')}
          </Text>
        ) : (
          <Countries codes={codes} />
        )}
      </div>
      {onChange !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={onChange}
          aria-label={`${t('backOffice.destinations.change')}: ${name}`}
        >
          {t('backOffice.destinations.change')}
        </Button>
      )}
    </Group>
  );
}
