import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { messageSearch } from './message-search.ts';

export const messagesRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/messages',
    validateSearch: messageSearch,
    component: lazyRouteComponent(() => import('./message-list.tsx'), 'MessageList'),
    staticData: { texts: ['messages'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/messages/$uuid',
    component: lazyRouteComponent(() => import('./message-page.tsx'), 'MessagePage'),
    staticData: { texts: ['messages'] },
  }),
] as const;
