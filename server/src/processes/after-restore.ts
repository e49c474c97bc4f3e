// `after-restore`: lists the running dispatches after the database lost commits, and records the operator's decision.
import { parseArgs } from 'node:util';
import { decideAfterRestore, listAfterRestore } from '../features/dispatches/retention/after-restore.ts';
import type { Command } from './command.ts';
import { UsageError } from './options.ts';
import { showTables } from './show-tables.ts';

const flag = { type: 'boolean', default: false } as const;

export const AFTER_RESTORE: Command = {
  help: '[--stop | --confirm] [--json]: lists the running dispatches after a restore; stops or resumes them',
  run: async (platform, args) => {
    const { values } = parseArgs({ args: [...args], options: { stop: flag, confirm: flag, json: flag } });
    if (values.stop && values.confirm) throw new UsageError('--stop and --confirm exclude each other');
    if (values.stop || values.confirm) {
      const { stopped, ...decided } = await decideAfterRestore(platform, values.stop ? 'stop' : 'confirm');
      return values.json ? { ...decided, stopped } : showTables({ decision: [decided], stopped });
    }
    const { running, ...gate } = await listAfterRestore(platform);
    return values.json ? { ...gate, running } : showTables({ claims: [gate], running });
  },
};
