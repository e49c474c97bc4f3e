import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/tools/numbers',
    component: lazyRouteComponent(() => import('./number-checker.tsx'), 'NumberChecker'),
    staticData: { texts: ['tools'] },
  }),
] as const;
