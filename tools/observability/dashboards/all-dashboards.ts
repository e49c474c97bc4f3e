import { CALLBACKS, LINKS, OVERVIEW } from './operations.ts';
import type { Dashboard } from './panel.ts';
import { CAPACITY, LATENCY, MONEY } from './planning.ts';

export const DASHBOARD_FOLDER = 'deploy/observability/dashboards';
export const DASHBOARDS: readonly Dashboard[] = [OVERVIEW, LINKS, MONEY, CALLBACKS, LATENCY, CAPACITY];
