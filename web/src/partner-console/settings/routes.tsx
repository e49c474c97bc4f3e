import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
    staticData: { texts: ['settings'] },
  }),
] as const;
