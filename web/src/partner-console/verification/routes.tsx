import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { figureSearch } from '../../verification/search.ts';

const getParentRoute = () => partnerConsoleRoute;
const staticData = { texts: ['verification'] } as const;
const pages = () => import('./pages.tsx');

export const verificationRoutes = [
  createRoute({
    getParentRoute,
    path: '/verification/profiles',
    component: lazyRouteComponent(pages, 'PartnerProfileList'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/profiles/new',
    component: lazyRouteComponent(pages, 'PartnerNewProfile'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/profiles/$id',
    component: lazyRouteComponent(pages, 'PartnerProfile'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/widgets',
    component: lazyRouteComponent(pages, 'PartnerWidgetList'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/widgets/new',
    component: lazyRouteComponent(pages, 'PartnerNewWidget'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/widgets/$id',
    component: lazyRouteComponent(pages, 'PartnerWidget'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/conversion',
    validateSearch: figureSearch,
    component: lazyRouteComponent(pages, 'PartnerConversion'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/verification/errors',
    validateSearch: figureSearch,
    component: lazyRouteComponent(pages, 'PartnerErrors'),
    staticData,
  }),
] as const;
