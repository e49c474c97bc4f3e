import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';
import { auditSearch } from './audit-search.ts';

export const teamRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/team',
    component: lazyRouteComponent(() => import('./team.tsx'), 'Team'),
    staticData: { texts: ['team'] },
  }),
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
    staticData: { texts: ['team'] },
  }),
] as const;
