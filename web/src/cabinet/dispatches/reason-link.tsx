import { Text } from '@mantine/core';
import { ListLink } from '../../kit/list-link.tsx';
import { useText } from '../../kit/text.tsx';

/** A reason by its code, leading to what it means and what to do. */
export function ReasonLink({ errorCode }: { readonly errorCode: number }) {
  const t = useText();
  return (
    <Text size="sm" component="span">
      <ListLink to={`/errors/message/${errorCode}`}>{t('dispatches.code', { code: String(errorCode) })}</ListLink>
    </Text>
  );
}
