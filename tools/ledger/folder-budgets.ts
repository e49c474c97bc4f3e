import type { Budget } from './budgets.ts';

export const BUDGETS: readonly Budget[] = [
  {
    folder: 'server/test',
    cpuSeconds: 1_960,
    reason: 'as of a run that recorded the map; the factor of the machine varies by 20 % between runs',
  },
  { folder: 'web/e2e', cpuSeconds: 700 },
  ...['domain', 'contract', 'smpp', 'server/src', 'simulator', 'sdk', 'cli', 'web/src', 'widget', 'bench', 'tools'].map(
    (folder) => ({ folder, cpuSeconds: 40 }),
  ),
];
