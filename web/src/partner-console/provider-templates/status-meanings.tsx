import { Stack, Text } from '@mantine/core';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { statusText, toneOf } from './template-words.ts';

const EXPLAINED = ['APPROVED', 'PENDING', 'PAUSED', 'REJECTED', 'DISABLED', 'MISSING'] as const;

/** Effect of each status on sending. */
export function StatusMeanings() {
  const t = useText();
  return (
    <Section title={t('providerTemplates.meanings')}>
      <Stack gap="sm">
        {EXPLAINED.map((status) => (
          <div key={status}>
            <StatusBadge tone={toneOf(status)} label={statusText(t, status)} />
            <Text size="sm" mt={2}>
              {t(`providerTemplates.meaning.${status}`)}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
