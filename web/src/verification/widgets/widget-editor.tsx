import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { useOwner } from '../owner.tsx';
import { CaptchaFields } from './captcha-fields.tsx';
import { LookFields } from './look-fields.tsx';
import { SiteFields } from './site-fields.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';
import type { Theme } from './snippets.ts';
import {
  type CaptchaType,
  type FieldsProps,
  hasProvider,
  type WidgetBody,
  type WidgetForm,
  widgetBody,
  widgetMistakes,
} from './widget-form.ts';
import { WidgetPreview } from './widget-preview.tsx';
import { WordFields } from './word-fields.tsx';

type Props = {
  readonly start: WidgetForm;
  readonly companyId: number | undefined;
  /** Absent: a new widget. */
  readonly stored?: { readonly widgetId: string; readonly captchaType: CaptchaType };
  /** Fields above the name. */
  readonly head?: ReactNode;
  readonly isReady: boolean;
  readonly onSave: (body: WidgetBody) => Promise<void>;
};

export function WidgetEditor({ start, companyId, stored, head, isReady, onSave }: Props) {
  const t = useText();
  const [form, setForm] = useState(start);
  const [theme, setTheme] = useState<Theme>('inherit');
  const { submit, isBusy, error, isStrict } = useSubmit();
  const { useProfiles } = useOwner();
  const profiles = useProfiles(companyId).data?.items.filter((one) => one.companyId === companyId) ?? [];
  const onChange = (part: Partial<WidgetForm>) => setForm((before) => ({ ...before, ...part }));
  // The stored secret belongs to the stored captcha.
  const hasSecret = stored !== undefined && hasProvider(stored.captchaType) && stored.captchaType === form.captchaType;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = widgetBody(form, hasSecret);
    const save = async () => {
      if (body !== undefined) await onSave(body);
      onChange({ secret: '' });
    };
    void submit(body === undefined || !isReady ? undefined : save);
  };
  const fields = { form, onChange, mistakes: isStrict ? widgetMistakes(form, hasSecret) : [] };
  return (
    <form onSubmit={send} noValidate>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg">
        <Stack gap="lg">
          <Section title={t('verification.widget')}>
            <Stack gap="sm">
              {head}
              <NameField {...fields} />
              <SiteFields {...fields} profiles={profiles} companyId={companyId} />
            </Stack>
          </Section>
          <Section title={t('verification.captcha')}>
            <CaptchaFields {...fields} hasSecret={hasSecret} />
          </Section>
          <Section title={t('verification.look')}>
            <LookFields {...fields} />
          </Section>
          <Section title={t('verification.words')}>
            <WordFields {...fields} />
          </Section>
          {error !== undefined && <ErrorPanel error={error} />}
          <Group>
            <Button type="submit" size="md" loading={isBusy} disabled={!isReady}>
              {t(stored === undefined ? 'verification.create' : 'verification.save')}
            </Button>
            {fields.mistakes.length > 0 && <Hint>{t('verification.mistakes')}</Hint>}
          </Group>
        </Stack>
        <Stack gap="lg">
          <WidgetPreview
            form={form}
            profile={profiles.find(({ gatewayId }) => gatewayId === form.gatewayId)}
            theme={theme}
            onTheme={setTheme}
          />
          {stored !== undefined && <SnippetTabs widgetId={stored.widgetId} kind={form.kind} theme={theme} />}
        </Stack>
      </SimpleGrid>
    </form>
  );
}

function NameField({ form, onChange, mistakes }: FieldsProps) {
  const t = useText();
  return (
    <TextInput
      label={t('verification.name')}
      required
      maxLength={255}
      value={form.name}
      error={mistakes.includes('name') ? t('verification.name.missing') : null}
      onChange={({ currentTarget: { value } }) => onChange({ name: value })}
    />
  );
}
