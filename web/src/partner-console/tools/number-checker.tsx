// Checks numbers before sending. The list stays in the page and is not stored.
import { Anchor, Button, Grid, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/tools.ts';
import { useState } from 'react';
import { callApi } from '../../api/call.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { CheckedNumbers } from './checked-numbers.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { allNumbers } from './number-lines.ts';

const NUMBERS_MAX = 1_000;

type Asked = {
  readonly numbers: readonly string[];
  readonly companyId: number | undefined;
  readonly senderName: string;
};

function useChecking() {
  return useMutation({
    mutationFn: ({ numbers, companyId, senderName }: Asked) =>
      callApi<typeof contract.checkNumbers>('POST /tools/numbers', {
        body: {
          numbers: numbers.map((one) => one.slice(0, 64)),
          ...(companyId !== undefined && { companyId }),
          ...(companyId !== undefined && senderName.trim() !== '' && { senderName: senderName.trim() }),
        },
      }),
  });
}

export function NumberChecker() {
  const t = useText();
  const checking = useChecking();
  return (
    <Page
      title={t('tools.numbers.title')}
      lead={<Hint>{t('tools.numbers.lead')}</Hint>}
      actions={
        <Anchor component={Link} to="/tools/text" size="sm">
          {t('tools.text.title')}
        </Anchor>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Section title={t('tools.numbers.asked')}>
            <Question isPending={checking.isPending} onAsk={checking.mutate} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          {checking.error !== null && <ErrorPanel error={checking.error} />}
          {checking.data === undefined && checking.error === null && (
            <Section title={t('tools.numbers.answer')}>
              <Hint>{t('tools.numbers.waiting')}</Hint>
            </Section>
          )}
          {checking.data !== undefined && (
            <CheckedNumbers items={checking.data.items} hasCompany={checking.variables?.companyId !== undefined} />
          )}
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Question({ isPending, onAsk }: { readonly isPending: boolean; readonly onAsk: (asked: Asked) => void }) {
  const t = useText();
  const { number } = useFormat();
  const { company } = useSearch({ from: '/partner-console/tools/numbers' });
  const [companyId, setCompanyId] = useState(company);
  const [senderName, setSenderName] = useState('');
  const [text, setText] = useState('');
  const numbers = allNumbers(text);
  const isTooMuch = numbers.length > NUMBERS_MAX;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (numbers.length > 0 && !isTooMuch) onAsk({ numbers, companyId, senderName });
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t('tools.numbers.list')}
          description={t('tools.numbers.listHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={5}
          maxRows={14}
          error={isTooMuch && t('tools.numbers.tooMuch', { shown: number(numbers.length) })}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <CompanyChoice
          label={t('tools.numbers.company')}
          placeholder={t('tools.numbers.noCompany')}
          value={companyId}
          onPick={setCompanyId}
          clearLabel={t('tools.numbers.clearCompany')}
        />
        {companyId !== undefined && (
          <TextInput
            label={t('tools.numbers.sender')}
            description={t('tools.numbers.senderHint')}
            value={senderName}
            maxLength={64}
            onChange={(event) => setSenderName(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" loading={isPending} disabled={numbers.length === 0 || isTooMuch}>
            {t('tools.numbers.check', { count: numbers.length, shown: number(numbers.length) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
