import { Code, Stack, Tabs } from '@mantine/core';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { PLACES, type SnippetFacts, snippetOf } from './snippets.ts';

type Props = Omit<SnippetFacts, 'host'>;

export function SnippetTabs(props: Props) {
  const t = useText();
  const facts = { ...props, host: location.origin };
  return (
    <Section title={t('verification.snippet')}>
      <Tabs defaultValue="plain" keepMounted={false}>
        <Tabs.List mb="sm">
          {PLACES.map((place) => (
            <Tabs.Tab key={place} value={place}>
              {t(`verification.snippet.${place}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PLACES.map((place) => (
          <Tabs.Panel key={place} value={place}>
            <Stack gap="xs" align="flex-start">
              <Hint>{t(`verification.snippet.${place}.hint`)}</Hint>
              <Code block tabIndex={0} w="100%" fz="xs" role="region" aria-label={t('verification.snippet')}>
                {snippetOf(place, facts)}
              </Code>
              <CopyButton value={snippetOf(place, facts)} label={t('verification.snippet.copy')} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
