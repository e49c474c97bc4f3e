// Hours across and weekdays down; transposed on a narrow screen. Sending is allowed in every chosen hour of every
// chosen day, so a cell switches its hour together with its day, and a heading switches a whole line. Arrows move,
// Space switches.
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../../kit/text.tsx';
import { ALL_DAYS, ALL_HOURS } from '../draft.ts';
import classes from './window-grid.module.css';

type Window = { readonly hours: readonly number[]; readonly days: readonly number[] };
type Props = Window & { readonly onChange: (next: Window) => void };

/** Day 0 and hour -1 are the headings. */
type Place = { readonly day: number; readonly hour: number };
type Shared = Window & {
  readonly place: Place;
  readonly onFocus: (place: Place) => void;
  readonly onPress: (place: Place) => void;
};

/** Columns and rows of the table as drawn. */
const STEPS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-24, 0],
  End: [24, 0],
};

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export function WindowGrid({ hours, days, onChange }: Props) {
  const t = useText();
  const isTall = useMediaQuery('(max-width: 48em)');
  const grid = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<Place>({ day: 1, hour: 10 });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [across, down] = step;
    const day = clamp(place.day + (isTall ? across : down), 0, 7);
    const hour = clamp(place.hour + (isTall ? down : across), -1, 23);
    if (day === 0 && hour === -1) return;
    setPlace({ day, hour });
    grid.current?.querySelector<HTMLElement>(`[data-place="${day} ${hour}"]`)?.focus();
  };
  const shared: Shared = {
    hours,
    days,
    place,
    onFocus: setPlace,
    onPress: (at) => onChange(switched({ hours, days }, at)),
  };
  const hourHeads = ALL_HOURS.map((hour) => ({ day: 0, hour }));
  const dayHeads = ALL_DAYS.map((day) => ({ day, hour: -1 }));
  const [heads, lines] = isTall ? [dayHeads, hourHeads] : [hourHeads, dayHeads];
  return (
    <section className={classes['scroll']} aria-label={t('newDispatch.grid')}>
      <table ref={grid} className={classes['grid']} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={`${head.day} ${head.hour}`} scope="col">
                <Cell {...shared} at={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.day} ${line.hour}`}>
              <th scope="row">
                <Cell {...shared} at={line} />
              </th>
              {heads.map((head) => {
                const at = { day: Math.max(line.day, head.day), hour: Math.max(line.hour, head.hour) };
                return (
                  <td key={`${at.day} ${at.hour}`}>
                    <Cell {...shared} at={at} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ hours, days, place, onFocus, onPress, at }: Shared & { readonly at: Place }) {
  const t = useText();
  const isHead = at.day === 0 || at.hour === -1;
  const isOn = (at.day === 0 || days.includes(at.day)) && (at.hour === -1 || hours.includes(at.hour));
  // Weekdays are numbered 1 to 7; headings of hours have none and do not use the name.
  const day = at.day as 1;
  return (
    <UnstyledButton
      className={classes['cell']}
      data-place={`${at.day} ${at.hour}`}
      data-on={isOn || undefined}
      data-head={isHead || undefined}
      aria-pressed={isOn}
      tabIndex={at.day === place.day && at.hour === place.hour ? 0 : -1}
      onFocus={() => onFocus(at)}
      onClick={() => onPress(at)}
      {...(at.hour >= 0 && {
        'aria-label':
          at.day === 0
            ? t('newDispatch.grid.hour', { hour: at.hour })
            : t('newDispatch.grid.cell', { day: t(`newDispatch.day.${day}`), hour: at.hour }),
      })}
    >
      {at.day === 0 ? String(at.hour) : at.hour === -1 && t(`newDispatch.dayShort.${day}`)}
    </UnstyledButton>
  );
}

function switched({ hours, days }: Window, { day, hour }: Place): Window {
  if (day === 0) return { hours: toggled(hours, hour), days };
  if (hour === -1) return { hours, days: toggled(days, day) };
  if (hours.includes(hour) && days.includes(day)) return { hours: toggled(hours, hour), days };
  return {
    hours: hours.includes(hour) ? hours : toggled(hours, hour),
    days: days.includes(day) ? days : toggled(days, day),
  };
}

function toggled(list: readonly number[], value: number): number[] {
  const next = list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return next.toSorted((one, other) => one - other);
}
