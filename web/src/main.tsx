import '@fontsource-variable/inter';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import './shell/page.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { DialogPlace } from './kit/dialog/dialogs.tsx';
import { router } from './router.tsx';
import { cssVariables, theme } from './shell/theme.ts';
import { startLanguage } from './texts/language.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'volley-color-scheme' });
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock behind dialogs injects a style element and reads the nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: nonce });

await startLanguage(['shell', 'kit']);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
        <DialogPlace />
      </QueryClientProvider>
    </MantineProvider>
  </I18nProvider>,
);
