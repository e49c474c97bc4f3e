import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { newSenderSearch, senderListSearch } from './search.ts';

export const sendersRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/senders',
    validateSearch: senderListSearch,
    component: lazyRouteComponent(() => import('./sender-list.tsx'), 'SenderList'),
    staticData: { texts: ['senders'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/senders/new',
    validateSearch: newSenderSearch,
    component: lazyRouteComponent(() => import('./new-sender.tsx'), 'NewSender'),
    staticData: { texts: ['senders', 'companies'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/senders/$id',
    component: lazyRouteComponent(() => import('./sender-page.tsx'), 'SenderPage'),
    staticData: { texts: ['senders', 'companies', 'senderAccount'] },
  }),
] as const;
