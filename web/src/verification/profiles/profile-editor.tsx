import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { useOwner } from '../owner.tsx';
import { ChannelList } from './channel-list.tsx';
import { CodeFields } from './code-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { PlanFields } from './plan-fields.tsx';
import { type ProfileBody, type ProfileForm, profileBody, profileMistakes } from './profile-form.ts';

type Props = {
  readonly start: ProfileForm;
  /** Absent: a new profile. */
  readonly gatewayId?: string;
  /** Fields above the name. */
  readonly head?: ReactNode;
  readonly isReady: boolean;
  readonly onSave: (body: ProfileBody) => Promise<void>;
};

const SITE_EXAMPLE = 'shop.example';

export function ProfileEditor({ start, gatewayId, head, isReady, onSave }: Props) {
  const t = useText();
  const [form, setForm] = useState(start);
  const { submit, isBusy, error, isStrict } = useSubmit();
  const onChange = (part: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...part }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = profileBody(form);
    void submit(body === undefined || !isReady ? undefined : () => onSave(body));
  };
  const fields = { form, onChange, isStrict };
  const isWrong = isStrict && profileMistakes(form).length > 0;
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="lg" maw={860}>
        <Section title={t('verification.profile')}>
          <Stack gap="sm">
            {head}
            <TextInput
              label={t('verification.name')}
              required
              maxLength={255}
              value={form.name}
              error={isStrict && form.name.trim() === '' ? t('verification.name.missing') : null}
              onChange={({ currentTarget: { value } }) => onChange({ name: value })}
            />
            <CodeFields {...fields} />
          </Stack>
        </Section>
        <Section title={t('verification.channels')}>
          <Stack gap="sm">
            <Hint>{t('verification.channels.hint', { mark: '{code}' })}</Hint>
            <PlanFields {...fields} />
            <ChannelList {...fields} siteHost={useSiteHost(gatewayId)} />
          </Stack>
        </Section>
        <Section title={t('verification.limits')}>
          <LimitFields {...fields} />
        </Section>
        {error !== undefined && <ErrorPanel error={error} />}
        <Group>
          <Button type="submit" size="md" loading={isBusy} disabled={!isReady}>
            {t(gatewayId === undefined ? 'verification.create' : 'verification.save')}
          </Button>
          {isWrong && <Hint>{t('verification.mistakes')}</Hint>}
        </Group>
      </Stack>
    </form>
  );
}

/** The longest site of the profile's widgets costs the most in an SMS. */
function useSiteHost(gatewayId: string | undefined): string {
  const { useWidgets } = useOwner();
  const { data } = useWidgets(undefined);
  const sites = (data?.items ?? [])
    .filter((widget) => widget.gatewayId === gatewayId)
    .flatMap(({ domains }) => domains.map((domain) => domain.replace(/^\*\./, 'www.')));
  return sites.toSorted((one, other) => other.length - one.length)[0] ?? SITE_EXAMPLE;
}
