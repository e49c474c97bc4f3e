import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { subscriberSearch } from './search.ts';

export const subscribersRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/senders/$id/subscribers',
    validateSearch: subscriberSearch,
    component: lazyRouteComponent(() => import('./subscribers-page.tsx'), 'SubscribersPage'),
    staticData: { texts: ['subscribers', 'newDispatch'] },
  }),
] as const;
