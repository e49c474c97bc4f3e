import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { OverviewReply } from './overview-reply.ts';

/** The most used budget comes first. */
export function Budgets({ budgets }: { readonly budgets: OverviewReply['budgets'] }) {
  const t = useText();
  return (
    <Section title={t('overview.budgets')} actions={<ListLink to="/billing">{t('overview.budgets.all')}</ListLink>}>
      <Stack gap="sm" mt={4}>
        {budgets.map(({ companyId, name, limit, spent, reserved }) => (
          <div key={companyId}>
            <Text size="sm" fw={600} truncate>
              <Anchor renderRoot={(props) => <Link {...props} to={`/companies/${companyId}` as '/'} />}>{name}</Anchor>
            </Text>
            <BudgetBar limit={limit} spent={spent} reserved={reserved} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}
