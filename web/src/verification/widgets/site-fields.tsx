import { Radio, Select, Stack, TagsInput } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { NumberField } from '../number-field.tsx';
import { type Profile, useOwner } from '../owner.tsx';
import type { FieldsProps } from './widget-form.ts';
import { siteOf, WIDGET_KINDS } from './widget-form.ts';

type Props = FieldsProps & { readonly profiles: readonly Profile[]; readonly companyId: number | undefined };

export function SiteFields({ form, onChange, mistakes, profiles, companyId }: Props) {
  const t = useText();
  const isBuilder = form.kind === 'BUILDER';
  return (
    <Stack gap="sm">
      <Select
        // The field takes the name of its value when it mounts, so it mounts again with the options.
        key={profiles.map(({ gatewayId }) => gatewayId).join()}
        label={t('verification.profile')}
        description={t('verification.profile.hint')}
        required
        data={profiles.map(({ gatewayId, name }) => ({ value: gatewayId, label: name }))}
        value={form.gatewayId ?? null}
        onChange={(value) => onChange({ gatewayId: value ?? undefined })}
        error={mistakes.includes('gatewayId') ? t('verification.profile.missing') : null}
        nothingFoundMessage={t('verification.profiles.empty')}
        allowDeselect={false}
      />
      <Radio.Group
        label={t('verification.kind')}
        value={form.kind}
        onChange={(value) => onChange({ kind: WIDGET_KINDS.find((known) => known === value) ?? form.kind })}
      >
        <Stack gap="xs" mt={6}>
          {WIDGET_KINDS.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={t(`verification.kind.${kind}`)}
              description={t(`verification.kind.${kind}.hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TagsInput
        label={t('verification.domains')}
        description={t('verification.domains.hint')}
        required
        placeholder="shop.example"
        maxTags={100}
        value={[...form.domains]}
        onChange={(domains) => onChange({ domains: [...new Set(domains.map(siteOf).filter((site) => site !== ''))] })}
        error={mistakes.includes('domains') ? t('verification.domains.wrong') : null}
        acceptValueOnBlur
      />
      {isBuilder && <BuilderKeyField form={form} onChange={onChange} mistakes={mistakes} companyId={companyId} />}
      <NumberField
        label={t('verification.widget.dayAmountMax')}
        description={t(
          isBuilder ? 'verification.widget.dayAmountMax.builder' : 'verification.widget.dayAmountMax.hint',
        )}
        min={0.01}
        max={999_999_999}
        decimals={2}
        required={isBuilder}
        value={form.dayAmountMax}
        error={mistakes.includes('dayAmountMax') ? t('verification.missing') : undefined}
        onChange={(dayAmountMax) => onChange({ dayAmountMax })}
      />
    </Stack>
  );
}

function BuilderKeyField({ form, onChange, mistakes, companyId }: Omit<Props, 'profiles'>) {
  const t = useText();
  const { useBuilderKeys } = useOwner();
  const keys = useBuilderKeys(companyId);
  return (
    <Select
      key={keys.map(({ keyId }) => keyId).join()}
      label={t('verification.key')}
      description={t(keys.length === 0 ? 'verification.key.none' : 'verification.key.hint')}
      required
      data={keys.map(({ keyId, name }) => ({ value: keyId, label: `${name} · ${keyId}` }))}
      value={form.keyId}
      onChange={(keyId) => onChange({ keyId })}
      error={mistakes.includes('keyId') ? t('verification.key.missing') : null}
      allowDeselect={false}
    />
  );
}
