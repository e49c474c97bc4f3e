// Alerts to people on duty: open ones, the history, silences and the contacts that get notices.
import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { ALERT_TABS, alertSearch } from '../searches.ts';
import { AlertHistory } from './alert-history.tsx';
import { Contacts } from './contacts.tsx';
import { OpenAlerts } from './open-alerts.tsx';
import { Silences } from './silences.tsx';

const route = getRouteApi('/back-office/bo/alerts');

const VIEWS = { open: OpenAlerts, history: AlertHistory, silences: Silences, contacts: Contacts } as const;

export function AlertsPage() {
  const t = useText();
  const { tab = 'open' }: ReturnType<typeof alertSearch> = route.useSearch();
  const navigate = route.useNavigate();
  const View = VIEWS[tab];
  return (
    <Page
      title={t('backOffice.nav.alerts')}
      lead={<Hint>{t('alerts.hint')}</Hint>}
      actions={
        <SegmentedControl
          aria-label={t('alerts.which')}
          value={tab}
          onChange={(value) => void navigate({ search: alertSearch({ tab: value }) })}
          data={ALERT_TABS.map((value) => ({ value, label: t(`alerts.tab.${value}`) }))}
        />
      }
    >
      <View />
    </Page>
  );
}
