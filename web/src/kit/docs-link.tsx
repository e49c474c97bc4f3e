import { Anchor } from '@mantine/core';
import { language } from '../texts/language.ts';
import { useText } from './text.tsx';

/** The developer site in the language of the console. An installation without it answers that it is not built. */
const docsAddress = (): string => (language() === 'ru' ? '/docs/ru/' : '/docs/');

/** Attributes of a link to the developer site, which opens beside the console. */
export const docsLink = () => ({ href: docsAddress(), target: '_blank', rel: 'noreferrer' }) as const;

export function DocsLink() {
  const t = useText();
  return (
    <Anchor {...docsLink()} size="sm">
      {t('kit.docs')}
    </Anchor>
  );
}
