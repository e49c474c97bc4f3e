// Every page of the console. An area adds its routes here, in one line.
import { createRouter } from '@tanstack/react-router';
import { backOfficeRoutes } from './back-office/routes.tsx';
import { messagesRoutes } from './cabinet/messages/routes.tsx';
import { overviewRoutes } from './cabinet/overview/routes.tsx';
import { backOfficeRoute, cabinetRoute, publicRoute, rootRoute, signInRoute } from './shell/layout-routes.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageFailure } from './shell/page-failure.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  cabinetRoute.addChildren([...messagesRoutes, ...overviewRoutes]),
  backOfficeRoute.addChildren([...backOfficeRoutes]),
  publicRoute.addChildren([]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
