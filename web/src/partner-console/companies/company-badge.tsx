import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';

export function CompanyBadge({ status }: { readonly status: 'ACTIVE' | 'DISABLED' }) {
  const t = useText();
  return <StatusBadge tone={status === 'ACTIVE' ? 'good' : 'neutral'} label={t(`companies.status.${status}`)} />;
}
