import { Text } from '@mantine/core';
import { Notice } from '../../kit/notice.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { TemplateList } from './template-columns.tsx';

/** Why messages fail, and why the list is incomplete. */
export function TemplateNotices({ list }: { readonly list: TemplateList }) {
  const t = useText();
  const { refused, reading, problem } = list;
  return (
    <>
      {refused > 0 && (
        <Notice tone="bad" title={t('providerTemplates.refused', { count: refused })}>
          <Text size="sm">
            {t('providerTemplates.refused.effect')}{' '}
            <ListLink to="/errors/message/7404">{t('providerTemplates.refused.code')}</ListLink>
          </Text>
        </Notice>
      )}
      {reading === 'failed' && (
        <Notice tone="warn" title={t('providerTemplates.failed')}>
          {problem !== null && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </Text>
          )}
        </Notice>
      )}
      {(reading === 'no-account' || reading === 'no-list') && (
        <Notice tone="info" title={t(`providerTemplates.${reading}`)}>
          <Text size="sm">{t(`providerTemplates.${reading}.hint`)}</Text>
        </Notice>
      )}
    </>
  );
}
