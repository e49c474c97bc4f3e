import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { callbackSearch, inboundSearch, keySearch, requestSearch } from './search.ts';

const staticData = { texts: ['developers'] } as const;

export const developersRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/keys',
    validateSearch: keySearch,
    component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
    staticData,
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/callbacks',
    validateSearch: callbackSearch,
    component: lazyRouteComponent(() => import('./callbacks/callbacks-page.tsx'), 'CallbacksPage'),
    staticData,
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/callbacks/$id',
    component: lazyRouteComponent(() => import('./callbacks/delivery-page.tsx'), 'DeliveryPage'),
    staticData,
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/requests',
    validateSearch: requestSearch,
    component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
    staticData,
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/inbound',
    validateSearch: inboundSearch,
    component: lazyRouteComponent(() => import('./inbound/inbound-page.tsx'), 'InboundPage'),
    staticData,
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/developers/centers',
    component: lazyRouteComponent(() => import('./inbound/centers-page.tsx'), 'CentersPage'),
    staticData,
  }),
] as const;
