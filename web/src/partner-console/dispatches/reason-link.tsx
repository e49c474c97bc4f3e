import { useLingui } from '@lingui/react';
import { Text } from '@mantine/core';
import { MESSAGE_CODES } from '@volley/contract/dictionary/message-codes.ts';
import { ListLink } from '../../kit/table/list-link.tsx';

const ENTRIES = new Map(MESSAGE_CODES.map((entry) => [entry.code, entry]));

/** A failure reason with its code; links to its explanation. */
export function ReasonLink({ errorCode }: { readonly errorCode: number }) {
  const { i18n } = useLingui();
  const title = ENTRIES.get(errorCode)?.[i18n.locale === 'en' ? 'en' : 'ru'].title;
  return (
    <Text size="sm" component="span">
      <ListLink to={`/errors/message/${errorCode}`}>
        {title === undefined ? errorCode : `${title} · ${errorCode}`}
      </ListLink>
    </Text>
  );
}
