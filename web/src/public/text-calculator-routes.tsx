import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../shell/layout-routes.tsx';

export const textCalculatorRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/tools/text',
    component: lazyRouteComponent(() => import('./text-calculator.tsx'), 'TextCalculator'),
    staticData: { texts: ['tools'] },
  }),
] as const;
