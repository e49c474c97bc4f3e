import { Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/callbacks.ts';
import type { BodyOf, ReplyOf } from '@volley/contract/endpoint.ts';
import { useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { useFormat } from '../../../kit/format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Target } from './callback-target.ts';
import { useAnswer } from './delivery-state.tsx';

type Kind = BodyOf<typeof contract.sendExampleCallback>['event'];
type Outcome = ReplyOf<typeof contract.sendExampleCallback>;

const KINDS: readonly Kind[] = ['sent', 'delivered', 'read', 'price', 'click', 'inbound_sent'];

export function ExampleDialog({
  target: { id, host },
  onClose,
}: {
  readonly target: Target;
  readonly onClose: () => void;
}) {
  const t = useText();
  const [kind, setKind] = useState<Kind>('delivered');
  const [outcome, setOutcome] = useState<Outcome>();
  const { submit, isBusy, error } = useSubmit();
  const send = () =>
    submit(async () => {
      const input = { params: { id }, body: { event: kind } };
      setOutcome(await callApi<typeof contract.sendExampleCallback>('POST /callbacks/targets/{id}/example', input));
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('developers.example.title', { host })}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      <Stack>
        <Hint>{t('developers.example.lead')}</Hint>
        <Group align="flex-end">
          <Select
            label={t('developers.example.event')}
            data={[...KINDS]}
            value={kind}
            onChange={(chosen) => setKind(KINDS.find((known) => known === chosen) ?? kind)}
            allowDeselect={false}
          />
          <Button loading={isBusy} onClick={() => void send()}>
            {t('developers.example.send')}
          </Button>
        </Group>
        {error !== undefined && <ErrorPanel error={error} />}
        {outcome !== undefined && <Told outcome={outcome} />}
      </Stack>
    </Modal>
  );
}

function Told({ outcome }: { readonly outcome: Outcome }) {
  const t = useText();
  const { number } = useFormat();
  const answer = useAnswer();
  const { body, response, ms } = outcome;
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>
        {t('developers.deliveries.answer')}: {answer(outcome)} · {t('developers.ms.value', { ms: number(ms) })}
      </Text>
      {response !== null && response !== '' && (
        <Code block tabIndex={0} role="region" aria-label={t('developers.delivery.response')} mah={200}>
          {response}
        </Code>
      )}
      <Text size="sm">{t('developers.delivery.request')}</Text>
      <Code block tabIndex={0} role="region" aria-label={t('developers.delivery.request')} mah={240}>
        {body}
      </Code>
    </Stack>
  );
}
