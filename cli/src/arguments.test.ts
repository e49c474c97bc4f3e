import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { isGroup } from './command.ts';
import { COMMANDS } from './commands/table.ts';
import { WrongUse } from './wrong-use.ts';

const all = Object.entries(COMMANDS).flatMap(([name, entry]) =>
  isGroup(entry)
    ? Object.entries(entry.commands).map(([word, command]) => [`${name} ${word}`, command] as const)
    : [[name, entry] as const],
);

describe.each(all)('volley %s', (_name, command) => {
  const { takes = '' } = command;
  const words = takes.split(' ').filter((word) => word !== '');

  test(`takes ${takes === '' ? 'no arguments' : takes} and refuses any more`, () => {
    expect(readArguments(command, words).positionals).toEqual(words);
    const more = () => readArguments(command, [...words, 'extra', 'too']);
    if (takes.endsWith('…')) expect(more().positionals).toHaveLength(words.length + 2);
    else expect(more).toThrow(new WrongUse('Unexpected arguments `extra too`.'));
  });

  test('takes --json, and --help beside anything', () => {
    expect(readArguments(command, ['--json']).given.flag('json')).toBe(true);
    expect(readArguments(command, [...words, 'extra', '--help']).given.flag('help')).toBe(true);
  });
});
