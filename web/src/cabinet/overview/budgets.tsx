import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BudgetBar } from '../../kit/budget-bar.tsx';
import { ListLink } from '../../kit/list-link.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import type { OverviewReply } from './overview-reply.ts';

/** The fullest first: that is where somebody has to act. */
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
