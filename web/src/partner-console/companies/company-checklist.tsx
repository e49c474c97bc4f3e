import { Button, Group, List, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CompanyCheck } from '@volley/domain/people/company-checklist.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly companyId: number;
  readonly checklist: readonly { readonly check: CompanyCheck; readonly done: boolean }[];
  readonly mayWrite: boolean;
  readonly onEnable: () => void;
  readonly onEdit: () => void;
};

/** Steps missing before the first dispatch, with a link each; hidden when all are done. */
export function CompanyChecklist({ companyId, checklist, mayWrite, onEnable, onEdit }: Props) {
  const t = useText();
  if (checklist.every(({ done }) => done)) return null;
  const company = companyId;
  const ways: Readonly<Record<CompanyCheck, object>> = {
    active: { onClick: onEnable },
    documents: { component: 'a', href: '#documents' },
    sender: { component: Link, to: '/senders/new', search: { company } },
    approval: { component: Link, to: '/senders', search: { company } },
    budget: { onClick: onEdit },
  };
  return (
    <Section title={t('companies.check.title')}>
      <List listStyleType="none" spacing={6}>
        {checklist.map(({ check, done }) => (
          <List.Item key={check}>
            <Group gap="xs" mih={30}>
              <Text
                component="span"
                aria-hidden="true"
                fw={700}
                c={done ? 'var(--tone-good-text)' : 'var(--tone-warn-text)'}
              >
                {done ? '✓' : '○'}
              </Text>
              <VisuallyHidden>{t(done ? 'companies.check.done' : 'companies.check.missing')}: </VisuallyHidden>
              <Text component="span" size="sm" c={done ? 'dimmed' : undefined}>
                {t(`companies.check.${check}`)}
              </Text>
              {!done && mayWrite && (
                <Button size="compact-sm" variant="light" {...ways[check]}>
                  {t(`companies.check.${check}.act`)}
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
