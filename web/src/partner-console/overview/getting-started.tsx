import { Button, Text, VisuallyHidden } from '@mantine/core';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { CheckSign, CircleSign } from '../../shell/icons.tsx';
import { useStartedHidden } from '../../shell/preferences.ts';
import classes from './getting-started.module.css';
import type { OverviewReply } from './overview-reply.ts';

type Steps = OverviewReply['gettingStarted'];

const PLACES: Readonly<Record<Steps[number]['step'], string>> = {
  company: '/companies/new',
  sender: '/senders/new',
  key: '/developers/keys',
  message: '/dispatches/new',
  callback: '/developers/callbacks',
};

/** Steps to the first message; hidden when all are done or dismissed. */
export function GettingStarted({ steps }: { readonly steps: Steps }) {
  const t = useText();
  const [isHidden, hide] = useStartedHidden();
  if (isHidden || steps.every(({ done }) => done)) return null;
  const done = steps.filter((step) => step.done).length;
  const close = (
    <Button size="compact-sm" variant="subtle" onClick={hide}>
      {t('overview.started.hide')}
    </Button>
  );
  return (
    <Section title={t('overview.started', { done, total: steps.length })} actions={close}>
      <ol className={classes['steps']}>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} className={classes['step']} data-done={isDone}>
            <span className={classes['mark']}>{isDone ? <CheckSign /> : <CircleSign />}</span>
            <div>
              <Text size="sm" fw={600}>
                {isDone ? (
                  <>
                    {t(`overview.started.${step}`)}
                    <VisuallyHidden> {t('overview.started.done')}</VisuallyHidden>
                  </>
                ) : (
                  <ListLink to={PLACES[step]}>{t(`overview.started.${step}`)}</ListLink>
                )}
              </Text>
              {!isDone && (
                <Text size="xs" c="dimmed">
                  {t(`overview.startedHint.${step}`)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
