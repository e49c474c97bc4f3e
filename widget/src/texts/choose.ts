// The language of a widget, and its words.
import { en, type Texts } from './en.ts';
import { ru } from './ru.ts';

/** English and Russian are inside, other languages are files. Most readers of those know Russian meanwhile. */
export function wordsOf(lang: string): { lang: string; texts: Texts; fetched: string | undefined } {
  const [found] = /^(ru|kk|uz|be)(?![a-z])/.exec(lang.toLowerCase()) ?? [];
  const fetched = found === 'ru' ? undefined : found;
  return { lang: found ? 'ru' : 'en', texts: found ? ru : en, fetched };
}

/** Later layers win; names that the widget does not know are ignored, and so are empty texts. */
export function withTexts(texts: Texts, ...layers: (Readonly<Record<string, string>> | undefined)[]): Texts {
  const all: Record<string, string> = { ...texts };
  for (const layer of layers) for (const name in all) all[name] = layer?.[name] || (all[name] as string);
  return all as Texts; // has every name of `texts`
}

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));

/** Names of brands are the same in every language. */
export function channelName(texts: Texts, channel: string): string {
  const name = channel === 'TEXT_TO_SPEECH' ? 'VOICECODE' : channel;
  const brand = channel.replace(/_.*/, '').replace(/\B\w{3,}/, (rest) => rest.toLowerCase());
  return (texts as Readonly<Record<string, string>>)[name] ?? brand.replace('app', 'App');
}
