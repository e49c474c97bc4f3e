import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { backOfficeRoute } from '../shell/layout-routes.tsx';
import { reviewSearch } from './review/review-search.ts';
import {
  alertSearch,
  auditSearch,
  blockSearch,
  companySearch,
  marginSearch,
  tariffSearch,
  templateSearch,
  traceSearch,
  walletSearch,
} from './searches.ts';
import { staffVerificationRoutes } from './verification/routes.tsx';

const getParentRoute = () => backOfficeRoute;

export const backOfficeRoutes = [
  createRoute({
    getParentRoute,
    path: '/bo',
    component: lazyRouteComponent(() => import('./desk/staff-home.tsx'), 'StaffHome'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/senders',
    validateSearch: reviewSearch,
    component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/senders/$id',
    component: lazyRouteComponent(() => import('./review/sender-review.tsx'), 'SenderReview'),
    staticData: { texts: ['senderAccount'] },
  }),
  createRoute({
    getParentRoute,
    path: '/bo/templates',
    validateSearch: templateSearch,
    component: lazyRouteComponent(() => import('./templates/template-review.tsx'), 'TemplateReview'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/companies',
    validateSearch: companySearch,
    component: lazyRouteComponent(() => import('./companies/company-list.tsx'), 'CompanyList'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/companies/$id',
    component: lazyRouteComponent(() => import('./companies/company-page.tsx'), 'CompanyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/destinations',
    component: lazyRouteComponent(() => import('./destinations/destinations-page.tsx'), 'DestinationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/tariffs',
    validateSearch: tariffSearch,
    component: lazyRouteComponent(() => import('./tariffs/tariff-page.tsx'), 'TariffPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/wallets',
    validateSearch: walletSearch,
    component: lazyRouteComponent(() => import('./wallets/wallet-log.tsx'), 'WalletLog'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/margin',
    validateSearch: marginSearch,
    component: lazyRouteComponent(() => import('./margin/margin-page.tsx'), 'MarginPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/ops',
    component: lazyRouteComponent(() => import('./ops/ops-wall.tsx'), 'OpsWall'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/alerts',
    validateSearch: alertSearch,
    component: lazyRouteComponent(() => import('./alerts/alerts-page.tsx'), 'AlertsPage'),
    staticData: { texts: ['alerts'] },
  }),
  createRoute({
    getParentRoute,
    path: '/bo/messages',
    validateSearch: traceSearch,
    component: lazyRouteComponent(() => import('./messages/trace.tsx'), 'MessageTrace'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/switches',
    component: lazyRouteComponent(() => import('./switches/switch-list.tsx'), 'SwitchList'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/blocks',
    validateSearch: blockSearch,
    component: lazyRouteComponent(() => import('./blocks/block-lists.tsx'), 'BlockLists'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/staff',
    component: lazyRouteComponent(() => import('./staff/staff-list.tsx'), 'StaffList'),
  }),
  createRoute({
    getParentRoute,
    path: '/bo/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./audit/staff-log.tsx'), 'StaffLog'),
  }),
  ...staffVerificationRoutes,
] as const;
