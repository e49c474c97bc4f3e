import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { templateSearch } from './search.ts';

export const providerTemplatesRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/senders/$id/templates',
    validateSearch: templateSearch,
    component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
    staticData: { texts: ['providerTemplates', 'senders'] },
  }),
] as const;
