import { Code, Group, List, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Entry, KINDS, type Kind } from '@volley/contract/dictionary/entry.ts';
import { findEntry } from '@volley/contract/dictionary/find-entry.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { CodeLink } from './error-list.tsx';
import { MarkedText } from './marked-text.tsx';

const route = getRouteApi('/public/errors/$kind/$code');

export function ErrorPage() {
  const t = useText();
  const params = route.useParams();
  const kind = KINDS.find((known) => known === params.kind);
  const entry = kind && findEntry(kind, Number(params.code));
  const back = { to: '/errors', label: t('errors.all') };
  if (kind === undefined || entry === undefined)
    return (
      <Page title={t('errors.unknown', { code: params.code })} back={back}>
        <EmptyState title={t('errors.unknown.title')} text={t('errors.unknown.text')} />
      </Page>
    );
  return (
    <Page title={`${entry.code} · ${entry[language()].title}`} back={back}>
      <Explained kind={kind} entry={entry} />
    </Page>
  );
}

function Explained({ kind, entry }: { readonly kind: Kind; readonly entry: Entry }) {
  const t = useText();
  const { meaning, todo } = entry[language()];
  return (
    <>
      <Section title={t('errors.meaning')}>
        <Text mb="sm">
          <MarkedText text={meaning} />
        </Text>
        <Facts
          items={[
            [t('errors.where'), t(`errors.where.${kind}`)],
            [t('errors.fixer'), t(`errors.fixer.${entry.fixer}`)],
            [t('errors.charged'), t(`errors.charged.${entry.charged}`)],
          ]}
        />
      </Section>
      <Section title={t('errors.todo')}>
        <List type="ordered" spacing="xs">
          {todo.map((step) => (
            <List.Item key={step}>
              <MarkedText text={step} />
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t('errors.example')}>
        <Code block tabIndex={0} role="region" aria-label={t('errors.example')}>
          {entry.example}
        </Code>
      </Section>
      {entry.related.length > 0 && (
        <Section title={t('errors.related')}>
          <Group gap="md">
            {entry.related.map((code) => (
              <span key={code}>
                <CodeLink kind={kind} code={code} /> {findEntry(kind, code)?.[language()].title}
              </span>
            ))}
          </Group>
        </Section>
      )}
    </>
  );
}
