import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { auditSearch } from './audit-search.ts';

export const teamRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/team',
    component: lazyRouteComponent(() => import('./team.tsx'), 'Team'),
    staticData: { texts: ['team'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
    staticData: { texts: ['team'] },
  }),
] as const;
