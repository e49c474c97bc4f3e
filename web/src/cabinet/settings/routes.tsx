import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
    staticData: { texts: ['settings'] },
  }),
] as const;
