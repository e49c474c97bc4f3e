import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';

export function CompanyStatus({ status }: { readonly status: 'ACTIVE' | 'DISABLED' }) {
  const t = useText();
  return <StatusBadge tone={status === 'ACTIVE' ? 'good' : 'bad'} label={t(`backOffice.company.${status}`)} />;
}
