import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
    staticData: { texts: ['overview'] },
  }),
] as const;
