import { Button, Group, Modal, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/inbound.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { useText } from '../../../kit/text.tsx';
import type { Center, Rule } from './inbound-rule.ts';

type Props = {
  readonly companyId: number;
  readonly centers: readonly Center[];
  /** undefined: a new rule. */
  readonly rule: Rule | undefined;
  readonly onClose: () => void;
};

type Callback = 'keep' | 'none' | 'url';

export function RuleDialog({ companyId, centers, rule, onClose }: Props) {
  const t = useText();
  const [center, setCenter] = useState(rule?.trafficCenterId ?? centers.find(({ isDefault }) => isDefault)?.id);
  const [names, setNames] = useState<string[]>([...(rule?.senderNames ?? [])]);
  const [callback, setCallback] = useState<Callback>((rule?.callbackUrl ?? null) === null ? 'none' : 'keep');
  const [url, setUrl] = useState('');
  const { save, isBusy, error } = useSave(companyId, rule, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (center === undefined) return;
    const callbackUrl =
      callback === 'none' ? { callbackUrl: null } : callback === 'url' ? { callbackUrl: url.trim() } : {};
    void save({ trafficCenterId: center, senderNames: names, ...callbackUrl });
  };
  const title =
    rule === undefined ? t('developers.inbound.new') : t('developers.inbound.edit.title', { id: String(rule.id) });
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('developers.close') }}>
      <form onSubmit={submit}>
        <Stack>
          <TagsInput
            label={t('developers.inbound.names')}
            description={t('developers.inbound.names.hint')}
            value={names}
            onChange={setNames}
            maxTags={100}
          />
          <Select
            label={t('developers.center')}
            data={centers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={center === undefined ? null : String(center)}
            onChange={(id) => id !== null && setCenter(Number(id))}
            allowDeselect={false}
            required
          />
          <CallbackField
            kept={rule?.callbackUrl ?? undefined}
            value={callback}
            onChange={setCallback}
            url={url}
            onUrl={setUrl}
          />
          {error !== undefined && <ErrorPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('developers.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('developers.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Change = { trafficCenterId: number; senderNames: string[]; callbackUrl?: string | null };

function useSave(companyId: number, rule: Rule | undefined, onDone: () => void) {
  const { submit, isBusy, error } = useSubmit();
  const save = (body: Change) =>
    submit(async () => {
      if (rule === undefined)
        await callApi<typeof contract.createInboundRule>('POST /inbound/rules', { body: { ...body, companyId } });
      else
        await callApi<typeof contract.changeInboundRule>('PUT /inbound/rules/{id}', { params: { id: rule.id }, body });
      await readAgain(queryClient, 'console', 'GET /inbound', 'GET /inbound/match', 'GET /centers');
      onDone();
    });
  return { save, isBusy, error };
}

type CallbackProps = {
  readonly kept: string | undefined;
  readonly value: Callback;
  readonly onChange: (value: Callback) => void;
  readonly url: string;
  readonly onUrl: (url: string) => void;
};

/** A stored URL is masked, so it can be kept or replaced, but not edited. */
function CallbackField({ kept, value, onChange, url, onUrl }: CallbackProps) {
  const t = useText();
  const choices: readonly Callback[] = kept === undefined ? ['none', 'url'] : ['keep', 'none', 'url'];
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('developers.inbound.callback')}
        value={value}
        onChange={(chosen) => onChange(choices.find((known) => known === chosen) ?? value)}
      >
        <Stack gap="xs" mt={6}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`developers.inbound.callback.${choice}`, { url: kept ?? '' })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value === 'url' && (
        <TextInput
          type="url"
          label={t('developers.inbound.url')}
          placeholder="https://shop.example/inbound"
          required
          maxLength={2048}
          value={url}
          onChange={({ currentTarget }) => onUrl(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
