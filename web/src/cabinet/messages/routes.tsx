import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';
import { messageSearch } from './message-search.ts';

export const messagesRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/messages',
    validateSearch: messageSearch,
    component: lazyRouteComponent(() => import('./message-list.tsx'), 'MessageList'),
    staticData: { texts: ['messages'] },
  }),
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/messages/$uuid',
    component: lazyRouteComponent(() => import('./message-page.tsx'), 'MessagePage'),
    staticData: { texts: ['messages'] },
  }),
] as const;
