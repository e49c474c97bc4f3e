// `drop-messages`: drops days of messages that no open object refers to.
import { parseArgs } from 'node:util';
import { dropMessages } from '../features/dispatches/retention/drop-messages.ts';
import type { Command } from './command.ts';
import { day, required, UsageError } from './options.ts';

export const DROP_MESSAGES: Command = {
  help: '--before 2026-01-31: drops the days (UTC) before that day permanently; refuses while messages of these days are open',
  run: async (platform, args) => {
    const { values } = parseArgs({ args: [...args], options: { before: { type: 'string' } } });
    const before = day(required(values.before, 'before'), 'before');
    if (before > platform.clock.now()) throw new UsageError('--before must not be in the future');
    const result = await dropMessages(platform, before);
    if (result.open.length > 0 || result.left > 0) process.exitCode = 1;
    return result;
  },
};
