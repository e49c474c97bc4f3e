// All routes of the console, one line per area.
import { createRouter } from '@tanstack/react-router';
import { backOfficeRoutes } from './back-office/routes.tsx';
import { billingRoutes } from './partner-console/billing/routes.tsx';
import { blacklistRoutes } from './partner-console/blacklist/routes.tsx';
import { companiesRoutes } from './partner-console/companies/routes.tsx';
import { developersRoutes } from './partner-console/developers/routes.tsx';
import { dispatchesRoutes } from './partner-console/dispatches/routes.tsx';
import { messagesRoutes } from './partner-console/messages/routes.tsx';
import { newDispatchRoutes } from './partner-console/new-dispatch/routes.tsx';
import { overviewRoutes } from './partner-console/overview/routes.tsx';
import { providerTemplatesRoutes } from './partner-console/provider-templates/routes.tsx';
import { sendersRoutes } from './partner-console/senders/routes.tsx';
import { settingsRoutes } from './partner-console/settings/routes.tsx';
import { subscribersRoutes } from './partner-console/subscribers/routes.tsx';
import { teamRoutes } from './partner-console/team/routes.tsx';
import { toolsRoutes } from './partner-console/tools/routes.tsx';
import { verificationRoutes } from './partner-console/verification/routes.tsx';
import { errorsRoutes } from './public/errors/routes.tsx';
import { textCalculatorRoutes } from './public/text-calculator-routes.tsx';
import { backOfficeRoute, partnerConsoleRoute, publicRoute, rootRoute, signInRoute } from './shell/layout-routes.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageFailure } from './shell/page-failure.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  partnerConsoleRoute.addChildren([
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
    ...subscribersRoutes,
    ...providerTemplatesRoutes,
    ...developersRoutes,
    ...verificationRoutes,
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
