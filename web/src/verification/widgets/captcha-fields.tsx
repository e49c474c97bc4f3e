import { PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import type { FieldsProps } from './widget-form.ts';
import { CAPTCHA_TYPES, hasProvider } from './widget-form.ts';

/** The secret is written, never read: an empty field keeps the stored one. */
export function CaptchaFields({ form, onChange, mistakes, hasSecret }: FieldsProps & { readonly hasSecret: boolean }) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Select
        label={t('verification.captcha.type')}
        description={t(`verification.captcha.${form.captchaType}.hint`)}
        data={CAPTCHA_TYPES.map((value) => ({ value, label: t(`verification.captcha.${value}`) }))}
        value={form.captchaType}
        onChange={(value) =>
          onChange({ captchaType: CAPTCHA_TYPES.find((known) => known === value) ?? form.captchaType })
        }
        allowDeselect={false}
      />
      {hasProvider(form.captchaType) && (
        <>
          <TextInput
            label={t('verification.captcha.siteKey')}
            required
            maxLength={200}
            value={form.siteKey}
            error={mistakes.includes('siteKey') ? t('verification.missing') : null}
            onChange={({ currentTarget: { value } }) => onChange({ siteKey: value })}
          />
          <PasswordInput
            label={t('verification.captcha.secret')}
            description={t(hasSecret ? 'verification.captcha.secret.stored' : 'verification.captcha.secret.hint')}
            required={!hasSecret}
            maxLength={500}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('verification.captcha.secret.show') }}
            value={form.secret}
            error={mistakes.includes('secret') ? t('verification.missing') : null}
            onChange={({ currentTarget: { value } }) => onChange({ secret: value })}
          />
          <Switch
            label={t('verification.captcha.powFallback')}
            description={t('verification.captcha.powFallback.hint')}
            checked={form.powFallback}
            onChange={({ currentTarget: { checked } }) => onChange({ powFallback: checked })}
          />
        </>
      )}
    </Stack>
  );
}
