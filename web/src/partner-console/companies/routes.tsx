import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { companyListSearch } from './search.ts';

export const companiesRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/companies',
    validateSearch: companyListSearch,
    component: lazyRouteComponent(() => import('./company-list.tsx'), 'CompanyList'),
    staticData: { texts: ['companies'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/companies/new',
    component: lazyRouteComponent(() => import('./new-company.tsx'), 'NewCompany'),
    staticData: { texts: ['companies'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/companies/$id',
    component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
    staticData: { texts: ['companies', 'senders'] },
  }),
] as const;
