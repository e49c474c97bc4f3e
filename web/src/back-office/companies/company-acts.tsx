import { Button, List, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/people/companies.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { askReason } from '../parts/ask-reason.tsx';
import { askBudget } from './budget-form.tsx';
import { type Activity, COMPANY_ROUTES, type Company } from './company.ts';

type Change = BodyOf<typeof contract.changeCompany>;
type Running = Activity['running'];

type WithReason = (question: Parameters<typeof askReason>[0], body: Change) => Promise<void>;

/** Every action asks for a reason and first lists the dispatches it puts on hold. */
export function CompanyActs({ company, running }: { readonly company: Company; readonly running: Running }) {
  const t = useText();
  const act = useAct('staff');
  const mayChange = useCapability('companies.write');
  if (!mayChange) return null;
  const { companyId, name } = company;
  const change = (body: Change) =>
    act(() => callStaff<typeof contract.changeCompany>('PUT /companies/{id}', { params: { id: companyId }, body }), {
      done: t('backOffice.company.changed', { name }),
      routes: COMPANY_ROUTES,
    });
  const withReason: WithReason = async (question, body) => {
    const reason = await askReason(question);
    if (reason !== undefined) await change({ ...body, reason });
  };
  const setBudget = async () => {
    const chosen = await askBudget(t('backOffice.company.budgetOf', { name }), company.budget);
    if (chosen !== undefined) await change(chosen);
  };
  return (
    <>
      <Button variant="default" onClick={() => void setBudget()}>
        {t('backOffice.company.setBudget')}
      </Button>
      <InboundAct company={company} withReason={withReason} />
      <StatusAct company={company} running={running} withReason={withReason} />
    </>
  );
}

function InboundAct({ company, withReason }: { readonly company: Company; readonly withReason: WithReason }) {
  const t = useText();
  const { name, inboundEnabled: isOn } = company;
  const question = {
    title: t(isOn ? 'backOffice.company.inboundOff' : 'backOffice.company.inboundOn', { name }),
    effect: t(isOn ? 'backOffice.company.inboundOffEffect' : 'backOffice.company.inboundOnEffect'),
    confirm: t('backOffice.confirm'),
  };
  return (
    <Button variant="default" onClick={() => void withReason(question, { inboundEnabled: !isOn })}>
      {t(isOn ? 'backOffice.company.inboundStop' : 'backOffice.company.inboundStart')}
    </Button>
  );
}

type StatusProps = { readonly company: Company; readonly running: Running; readonly withReason: WithReason };

function StatusAct({ company: { name, status }, running, withReason }: StatusProps) {
  const t = useText();
  if (status === 'DISABLED') {
    const question = {
      title: t('backOffice.company.enableTitle', { name }),
      effect: t('backOffice.company.enableEffect'),
      confirm: t('backOffice.company.enable'),
    };
    return (
      <Button onClick={() => void withReason(question, { status: 'ACTIVE' })}>{t('backOffice.company.enable')}</Button>
    );
  }
  const question = {
    title: t('backOffice.company.disableTitle', { name }),
    effect: <DisableEffect running={running} />,
    confirm: t('backOffice.company.disable'),
    danger: true,
  };
  return (
    <Button color="red.8" onClick={() => void withReason(question, { status: 'DISABLED' })}>
      {t('backOffice.company.disable')}
    </Button>
  );
}

const NAMED = 10;

function DisableEffect({ running }: { readonly running: Running }) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Text size="sm">{t('backOffice.company.disableEffect', { count: running.length })}</Text>
      {running.length > 0 && (
        <List size="sm">
          {running.slice(0, NAMED).map(({ id, name, accepted, delivered, failed }) => (
            <List.Item key={id}>
              {t('backOffice.company.held', { name, count: accepted - delivered - failed })}
            </List.Item>
          ))}
        </List>
      )}
      {running.length > NAMED && (
        <Text size="sm" c="dimmed">
          {t('backOffice.company.heldMore', { count: running.length - NAMED })}
        </Text>
      )}
    </Stack>
  );
}
