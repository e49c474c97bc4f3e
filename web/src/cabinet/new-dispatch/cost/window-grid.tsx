// Hours across, weekdays down. A message may go in every chosen hour of every chosen day, so the window is always a
// rectangle with gaps: a cell switches its hour and its day, a head switches a whole line. Arrows move, Space switches.
import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../../kit/text.tsx';
import { ALL_DAYS, ALL_HOURS } from '../draft.ts';
import classes from './window-grid.module.css';

type Window = { readonly hours: readonly number[]; readonly days: readonly number[] };
type Props = Window & { readonly onChange: (next: Window) => void };

/** Row 0 and column 0 are the heads. */
type Place = { readonly row: number; readonly column: number };

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  Home: { row: 0, column: -24 },
  End: { row: 0, column: 24 },
};

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);

export function WindowGrid({ hours, days, onChange }: Props) {
  const t = useText();
  const grid = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<Place>({ row: 1, column: 11 });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = clamp(place.row + step.row, 7);
    const column = clamp(place.column + step.column, 24);
    const next = row === 0 && column === 0 ? place : { row, column };
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.row}-${next.column}"]`)?.focus();
  };
  const shared = {
    place,
    onFocus: setPlace,
    onPress: (at: Place) => onChange(switched({ hours, days }, at.row, at.column - 1)),
  };
  return (
    <section className={classes['scroll']} aria-label={t('newDispatch.grid')}>
      <table ref={grid} className={classes['grid']} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {ALL_HOURS.map((hour) => (
              <th key={hour} scope="col">
                <Cell
                  {...shared}
                  at={{ row: 0, column: hour + 1 }}
                  isOn={hours.includes(hour)}
                  label={t('newDispatch.grid.hour', { hour })}
                >
                  {String(hour)}
                </Cell>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ALL_DAYS.map((day) => (
            <DayRow key={day} {...shared} day={day} hours={hours} isOn={days.includes(day)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Shared = {
  readonly place: Place;
  readonly onFocus: (place: Place) => void;
  readonly onPress: (place: Place) => void;
};

function DayRow({
  day,
  hours,
  isOn,
  ...shared
}: Shared & { readonly day: number; readonly hours: readonly number[]; readonly isOn: boolean }) {
  const t = useText();
  // Weekdays are numbered 1 to 7.
  const at = day as 1;
  const name = t(`newDispatch.day.${at}`);
  return (
    <tr>
      <th scope="row">
        <Cell {...shared} at={{ row: day, column: 0 }} isOn={isOn} label={name}>
          {t(`newDispatch.dayShort.${at}`)}
        </Cell>
      </th>
      {ALL_HOURS.map((hour) => (
        <td key={hour}>
          <Cell
            {...shared}
            at={{ row: day, column: hour + 1 }}
            isOn={isOn && hours.includes(hour)}
            label={t('newDispatch.grid.cell', { day: name, hour })}
          />
        </td>
      ))}
    </tr>
  );
}

function Cell({
  place,
  onFocus,
  onPress,
  at,
  isOn,
  label,
  children,
}: Shared & { readonly at: Place; readonly isOn: boolean; readonly label: string; readonly children?: string }) {
  const isHead = at.row === 0 || at.column === 0;
  return (
    <UnstyledButton
      className={classes['cell']}
      data-place={`${at.row}-${at.column}`}
      data-on={isOn || undefined}
      data-head={isHead || undefined}
      aria-pressed={isOn}
      aria-label={label}
      tabIndex={at.row === place.row && at.column === place.column ? 0 : -1}
      onFocus={() => onFocus(at)}
      onClick={() => onPress(at)}
    >
      {children}
    </UnstyledButton>
  );
}

/** `row` is a weekday or 0 for the heads of hours; `hour` is -1 for the heads of days. */
function switched({ hours, days }: Window, row: number, hour: number): Window {
  if (row === 0) return { hours: toggled(hours, hour), days };
  if (hour < 0) return { hours, days: toggled(days, row) };
  const isOn = hours.includes(hour) && days.includes(row);
  if (isOn) return { hours: toggled(hours, hour), days };
  return {
    hours: hours.includes(hour) ? hours : toggled(hours, hour),
    days: days.includes(row) ? days : toggled(days, row),
  };
}

function toggled(list: readonly number[], value: number): number[] {
  const next = list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return next.toSorted((one, other) => one - other);
}
