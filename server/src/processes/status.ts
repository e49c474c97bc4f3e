// `status`: the state of the cell, or of one dispatch, as tables or as JSON.
import { parseArgs } from 'node:util';
import { readCellStatus, readDispatchStatus } from '../features/reports/ops/cell-status.ts';
import type { Command } from './command.ts';
import { UsageError, whole } from './options.ts';
import { showTables } from './show-tables.ts';

export const STATUS: Command = {
  help: '[--dispatch ID] [--json]: shows links, running dispatches, batches, doubts, backlogs, partitions, processes',
  run: async (platform, args) => {
    const { values } = parseArgs({
      args: [...args],
      options: { dispatch: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const status =
      values.dispatch === undefined
        ? await readCellStatus(platform)
        : await readDispatchStatus(platform, whole(values.dispatch));
    if (status === undefined) throw new UsageError(`dispatch ${values.dispatch} not found`);
    return values.json ? status : showTables(status);
  },
};
