import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { nextAllowedInstant } from '@volley/domain/dispatches/sending-schedule.ts';
import { useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { ALL_DAYS, ALL_HOURS, type Draft, scheduleOf, TIMING_MODES, type Timing } from '../draft.ts';
import { WindowGrid } from './window-grid.tsx';

type Props = { readonly draft: Draft; readonly change: (change: Partial<Draft>) => void };

const DAY_MS = 86_400_000;
/** The API accepts no later start. */
const AHEAD_DAYS = 70;
const MOSCOW = 'Europe/Moscow';

const between = (from: number, to: number) => ALL_HOURS.filter((hour) => hour >= from && hour < to);
const PRESETS = [
  ['office', between(10, 20), ALL_DAYS.slice(0, 5)],
  ['daily', between(10, 21), ALL_DAYS],
  ['always', ALL_HOURS, ALL_DAYS],
] as const;

export function TimeChoice({ draft, change }: Props) {
  const t = useText();
  const { timing } = draft;
  const set = (next: Partial<Timing>) => change({ timing: { ...timing, ...next }, checked: false });
  return (
    <Section title={t('newDispatch.time')}>
      <Stack gap="md" align="flex-start">
        <SegmentedControl
          aria-label={t('newDispatch.time')}
          data={TIMING_MODES.map((value) => ({ value, label: t(`newDispatch.time.${value}`) }))}
          value={timing.mode}
          onChange={(mode) => set({ mode })}
        />
        {timing.mode !== 'now' && (
          <TextInput
            type="datetime-local"
            label={t(timing.mode === 'at' ? 'newDispatch.time.startAt' : 'newDispatch.time.startFrom')}
            description={t('newDispatch.time.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            value={timing.startAt}
            min={localText(Date.now())}
            max={localText(Date.now() + AHEAD_DAYS * DAY_MS)}
            onChange={(event) => set({ startAt: event.currentTarget.value })}
          />
        )}
        {timing.mode === 'window' && (
          <>
            <Group gap="xs" role="group" aria-label={t('newDispatch.time.presets')}>
              {PRESETS.map(([name, hours, days]) => (
                <Button key={name} size="compact-sm" variant="default" onClick={() => set({ hours, days })}>
                  {t(`newDispatch.time.preset.${name}`)}
                </Button>
              ))}
            </Group>
            <WindowGrid hours={timing.hours} days={timing.days} onChange={set} />
          </>
        )}
        <NextMoment timing={timing} />
      </Stack>
    </Section>
  );
}

/** The time of the first message, in words. */
export function NextMoment({ timing }: { readonly timing: Timing }) {
  const t = useText();
  const { dateTime } = useFormat();
  const now = new Date();
  const schedule = scheduleOf(timing, now);
  if (schedule === undefined) return <Text size="sm">{t('newDispatch.time.atOnce')}</Text>;
  const { hours, days } = schedule;
  const open = hours.length > 0 && days.length > 0;
  const next = open
    ? nextAllowedInstant({ startAtMs: Date.parse(schedule.startAt), hours, days }, MOSCOW, now.getTime())
    : undefined;
  return (
    <Text size="sm" aria-live="polite">
      {next === undefined
        ? t('newDispatch.time.never')
        : t(timing.mode === 'window' ? 'newDispatch.time.nextWindow' : 'newDispatch.time.nextAt', {
            at: dateTime(new Date(next)),
          })}
    </Text>
  );
}

/** The value of a datetime-local field. */
function localText(ms: number): string {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
