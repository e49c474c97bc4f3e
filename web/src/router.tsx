// Every page of the console. An area adds its routes here, in one line.
import { createRouter } from '@tanstack/react-router';
import { backOfficeRoutes } from './back-office/routes.tsx';
import { billingRoutes } from './cabinet/billing/routes.tsx';
import { blacklistRoutes } from './cabinet/blacklist/routes.tsx';
import { companiesRoutes } from './cabinet/companies/routes.tsx';
import { developersRoutes } from './cabinet/developers/routes.tsx';
import { dispatchesRoutes } from './cabinet/dispatches/routes.tsx';
import { messagesRoutes } from './cabinet/messages/routes.tsx';
import { newDispatchRoutes } from './cabinet/new-dispatch/routes.tsx';
import { overviewRoutes } from './cabinet/overview/routes.tsx';
import { sendersRoutes } from './cabinet/senders/routes.tsx';
import { settingsRoutes } from './cabinet/settings/routes.tsx';
import { teamRoutes } from './cabinet/team/routes.tsx';
import { toolsRoutes } from './cabinet/tools/routes.tsx';
import { errorsRoutes } from './public/errors/routes.tsx';
import { textCalculatorRoutes } from './public/text-calculator-routes.tsx';
import { backOfficeRoute, cabinetRoute, publicRoute, rootRoute, signInRoute } from './shell/layout-routes.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageFailure } from './shell/page-failure.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  cabinetRoute.addChildren([
    ...newDispatchRoutes,
    ...messagesRoutes,
    ...blacklistRoutes,
    ...toolsRoutes,
    ...overviewRoutes,
    ...settingsRoutes,
    ...teamRoutes,
    ...dispatchesRoutes,
    ...companiesRoutes,
    ...billingRoutes,
    ...sendersRoutes,
    ...developersRoutes,
  ]),
  backOfficeRoute.addChildren([...backOfficeRoutes]),
  publicRoute.addChildren([...errorsRoutes, ...textCalculatorRoutes]),
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
