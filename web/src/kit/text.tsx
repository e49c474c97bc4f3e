import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import type { TextId } from '../texts/text-id.ts';

export type TextValues = Readonly<Record<string, string | number | Date | null | undefined>>;
export type Text = (id: TextId, values?: TextValues) => string;

/** Texts in the current language; a component that uses them renders again when the language changes. */
export function useText(): Text {
  const { i18n } = useLingui();
  // `i18n` is a constant object; only its locale changes.
  return useMemo(() => textIn(i18n, i18n.locale), [i18n, i18n.locale]);
}

function textIn(i18n: I18n, _locale: string): Text {
  return (id, values) => i18n._(id, values === undefined ? undefined : { ...values });
}
