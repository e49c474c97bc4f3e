import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Company } from './company-detail.ts';

export function CompanyFacts({ company }: { readonly company: Company }) {
  const t = useText();
  const given = (value: string | null) => value ?? t('companies.facts.none');
  const isLegal = company.counteragentType === 'LEGAL';
  return (
    <Section title={t('companies.facts')}>
      <Facts
        items={[
          [t('companies.facts.id'), <CopyButton key="id" value={String(company.companyId)} />],
          [t('companies.facts.counteragent'), company.counteragentName],
          [t('companies.facts.type'), t(`companies.form.type.${company.counteragentType}`)],
          [t('companies.inn'), <CopyButton key="inn" value={company.counteragentInn} />],
          ...(isLegal ? [[t('companies.form.kpp'), given(company.counteragentKpp)] as const] : []),
          [t('companies.form.address'), given(company.counteragentAddress)],
          [t('companies.form.actualAddress'), given(company.actualAddress)],
          [t('companies.facts.created'), <When key="created" at={company.createdAt} />],
        ]}
      />
    </Section>
  );
}
