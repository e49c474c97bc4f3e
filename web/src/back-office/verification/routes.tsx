import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { backOfficeRoute } from '../../shell/layout-routes.tsx';
import { companySearch, figureSearch } from '../../verification/search.ts';

const getParentRoute = () => backOfficeRoute;
const staticData = { texts: ['verification'] } as const;
const pages = () => import('./pages.tsx');

export const staffVerificationRoutes = [
  createRoute({
    getParentRoute,
    path: '/bo/verification',
    validateSearch: companySearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/bo/verification/profiles', search });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/profiles',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffProfileList'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/profiles/new',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffNewProfile'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/profiles/$id',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffProfile'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/widgets',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffWidgetList'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/widgets/new',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffNewWidget'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/widgets/$id',
    validateSearch: companySearch,
    component: lazyRouteComponent(pages, 'StaffWidget'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/conversion',
    validateSearch: figureSearch,
    component: lazyRouteComponent(pages, 'StaffConversion'),
    staticData,
  }),
  createRoute({
    getParentRoute,
    path: '/bo/verification/errors',
    validateSearch: figureSearch,
    component: lazyRouteComponent(pages, 'StaffErrors'),
    staticData,
  }),
] as const;
