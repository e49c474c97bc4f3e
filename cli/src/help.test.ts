// Help, version and completion, from the table of commands.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@volley/sdk/version.ts';
import { describe, expect, test } from 'vitest';
import { isGroup } from './command.ts';
import { COMMANDS } from './commands/table.ts';
import { completionScript, SHELLS } from './completion.ts';
import { commandHelp, groupHelp, overview } from './help.ts';

const all = Object.entries(COMMANDS).flatMap(([name, entry]) =>
  isGroup(entry)
    ? Object.entries(entry.commands).map(([word, command]) => [`${name} ${word}`, command] as const)
    : [[name, entry] as const],
);

test.each(all)('the help of `%s` fits a terminal and names its options', (name, command) => {
  const text = commandHelp(name, command);
  expect(text).toContain(`Usage: volley ${name}`);
  for (const option of Object.keys(command.options ?? {})) expect(text).toContain(`--${option}`);
  expect(text.split('\n').filter((line) => line.length > 125)).toEqual([]);
});

test('the overview and the help of a group name every command', () => {
  for (const name of Object.keys(COMMANDS)) expect(overview(COMMANDS)).toContain(`\n  ${name} `);
  for (const [name, entry] of Object.entries(COMMANDS))
    if (isGroup(entry)) for (const word of Object.keys(entry.commands)) expect(groupHelp(name, entry)).toContain(word);
});

test.each(['sdk', 'cli', 'smpp'])('the version of %s is the version of the packages', (folder) => {
  const path = fileURLToPath(new URL(`../../${folder}/package.json`, import.meta.url));
  expect((JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version).toBe(VERSION);
});

describe('completion', () => {
  test.each(SHELLS)('of %s knows all commands', (shell) => {
    const script = completionScript(shell, COMMANDS);
    for (const name of Object.keys(COMMANDS)) expect(script).toContain(name);
  });

  test.each([
    [['volley', 'di'], 'dispatch'],
    [['volley', 'dispatch', 'cr'], 'create'],
    [['volley', 'dispatch', 'create', '--na'], '--name'],
    [['volley', 'send', '--from', 'Shop', '--wa'], '--wait'],
    [['volley', 'completion', 'fi'], 'fish'],
  ])('of bash completes %j to %s', (words, expected) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _volley; echo "\${COMPREPLY[*]}"`;
    const script = `${completionScript('bash', COMMANDS)}\n${ask}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(expected);
  });
});
