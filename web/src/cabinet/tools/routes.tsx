import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/tools/numbers',
    component: lazyRouteComponent(() => import('./number-checker.tsx'), 'NumberChecker'),
    staticData: { texts: ['tools'] },
  }),
] as const;
