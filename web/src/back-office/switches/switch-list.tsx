import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/delivery/switches.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { FEATURE_SWITCHES, type FeatureSwitch, isOnByDefault } from '@volley/domain/people/feature-switch.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { askReason } from '../parts/ask-reason.tsx';

type Setting = ReplyOf<typeof contract.listSwitches>['items'][number];

export function SwitchList() {
  const t = useText();
  const { data, error, refetch } = useStaffApi<typeof contract.listSwitches>('GET /switches', {});
  return (
    <Page title={t('backOffice.nav.switches')} lead={<Hint>{t('backOffice.switches.hint')}</Hint>}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined &&
        FEATURE_SWITCHES.map((name) => (
          <Feature key={name} name={name} settings={data.items.filter((one) => one.name === name)} />
        ))}
    </Page>
  );
}

function Feature({ name, settings }: { readonly name: FeatureSwitch; readonly settings: readonly Setting[] }) {
  const t = useText();
  const general = settings.find(({ companyId }) => companyId === null);
  const own = settings.filter(({ companyId }) => companyId !== null);
  const isOn = general?.isOn ?? isOnByDefault(name);
  return (
    <Paper withBorder p="md" component="section" aria-label={t(`backOffice.switch.${name}`)}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4}>
          <Group gap="sm">
            <Title order={2}>{t(`backOffice.switch.${name}`)}</Title>
            <StatusBadge tone={isOn ? 'good' : 'bad'} label={t(isOn ? 'backOffice.on' : 'backOffice.off')} />
          </Group>
          <Text size="sm" c="dimmed" maw={640}>
            {t(`backOffice.switchHint.${name}`)}
          </Text>
          {general !== undefined && (
            <Text size="xs" c="dimmed" component="div">
              {t('backOffice.switches.changed')} <When at={general.changedAt} />
            </Text>
          )}
        </Stack>
        <Throw name={name} companyId={null} isOn={isOn} />
      </Group>
      {own.length > 0 && (
        <Stack gap="xs" mt="md">
          {own.map(({ companyId, isOn: isOwnOn }) => (
            <Group key={companyId} gap="sm">
              <ListLink to={`/bo/companies/${companyId}`}>
                {t('backOffice.switches.company', { id: companyId })}
              </ListLink>
              <Badge variant="default">{t(isOwnOn ? 'backOffice.on' : 'backOffice.off')}</Badge>
              <Throw name={name} companyId={companyId} isOn={isOwnOn} />
            </Group>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

type ThrowProps = { readonly name: FeatureSwitch; readonly companyId: number | null; readonly isOn: boolean };

function Throw({ name, companyId, isOn }: ThrowProps) {
  const t = useText();
  const act = useAct('staff');
  const mayChange = useCapability('switches.write');
  if (!mayChange) return null;
  const feature = t(`backOffice.switch.${name}`);
  const change = async () => {
    const reason = await askReason({
      title: t(isOn ? 'backOffice.switches.offTitle' : 'backOffice.switches.onTitle', { feature }),
      effect: t(isOn ? 'backOffice.switches.offEffect' : 'backOffice.switches.onEffect'),
      confirm: t(isOn ? 'backOffice.switches.turnOff' : 'backOffice.switches.turnOn'),
      danger: isOn,
    });
    if (reason === undefined) return;
    const body = { name, companyId, isOn: !isOn, reason };
    await act(() => callStaff<typeof contract.setSwitch>('PUT /switches', { body }), {
      done: t('backOffice.switches.done', { feature }),
      routes: ['GET /switches', 'GET /actions'],
    });
  };
  return (
    <Button
      variant={isOn ? 'default' : 'filled'}
      size="sm"
      onClick={() => void change()}
      aria-label={`${t(isOn ? 'backOffice.switches.turnOff' : 'backOffice.switches.turnOn')}: ${feature}`}
    >
      {t(isOn ? 'backOffice.switches.turnOff' : 'backOffice.switches.turnOn')}
    </Button>
  );
}
