import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { billingSearch } from './search.ts';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/billing',
    validateSearch: billingSearch,
    component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
    staticData: { texts: ['billing'] },
  }),
] as const;
