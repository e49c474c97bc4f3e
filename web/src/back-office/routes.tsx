import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { backOfficeRoute } from '../shell/layout-routes.tsx';

export const backOfficeRoutes = [
  createRoute({
    getParentRoute: () => backOfficeRoute,
    path: '/bo',
    component: lazyRouteComponent(() => import('./home/staff-home.tsx'), 'StaffHome'),
  }),
] as const;
