import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { WIDGET_TEXT_NAMES } from '@volley/domain/verification/widget-look.ts';
import { Hint } from '../../kit/hint.tsx';
import { useText } from '../../kit/text.tsx';
import type { FieldsProps } from './widget-form.ts';

/** Texts that replace the widget's own, in any language. */
export function WordFields({ form: { texts }, onChange }: FieldsProps) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Hint>{t('verification.words.hint')}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {WIDGET_TEXT_NAMES.map((name) => (
          <TextInput
            key={name}
            label={t(`verification.word.${name}`)}
            maxLength={200}
            value={texts[name] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ texts: { ...texts, [name]: value } })}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
