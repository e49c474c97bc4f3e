import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSteps, SILENT_MS_MAX, type Steps } from './steps.ts';

let lines: string[];
let opened: Steps[];
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  opened = [];
});
afterEach(() => {
  for (const steps of opened) steps.end();
  vi.useRealTimers();
});

function given(program: string): Steps {
  const steps = openSteps(program, (line) => lines.push(line));
  opened.push(steps);
  return steps;
}

test('a step is named when it begins, and again with its time while it lasts', () => {
  const steps = given('sandbox');
  steps.next('creating the database');
  vi.advanceTimersByTime(2 * SILENT_MS_MAX + 100);
  steps.next('starting the roles');
  expect(lines).toEqual([
    'sandbox: creating the database',
    'sandbox: creating the database, 4 s',
    'sandbox: creating the database, 8 s',
    'sandbox: starting the roles',
  ]);
});

test('a line of one command ends the silence of another', () => {
  const [console, sandbox] = [given('console'), given('sandbox')];
  console.next('building');
  vi.advanceTimersByTime(SILENT_MS_MAX / 2);
  sandbox.next('creating the database');
  vi.advanceTimersByTime(SILENT_MS_MAX / 2);
  expect(lines).toEqual(['console: building', 'sandbox: creating the database']);
  vi.advanceTimersByTime(SILENT_MS_MAX / 2 + 500);
  expect(lines).toHaveLength(3);
});

test('an ended command is silent', () => {
  const steps = given('docs');
  steps.next('building');
  steps.end();
  vi.advanceTimersByTime(10 * SILENT_MS_MAX);
  expect(lines).toEqual(['docs: building']);
});
