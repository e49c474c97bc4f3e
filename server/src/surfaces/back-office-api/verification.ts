import * as contract from '@volley/contract/back-office/verification/verification.ts';
import {
  changeProfileAs,
  changeWidgetAs,
  createProfileAs,
  createWidgetAs,
} from '../../features/back-office/manage-verification.ts';
import { listNamedProfiles, listNamedWidgets } from '../../features/verification/overview/own-settings.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { profileCap, shownProfile, shownWidget, widgetCap } from '../presentation/shown-verification.ts';

export function mountVerificationSettings(app: ApiServer, platform: Platform): void {
  mount(app, contract.createVerificationProfile, platform, async ({ actor, body }) => {
    const { dayAmountMax, ...draft } = body;
    return shownProfile(await createProfileAs(platform, actor, { ...draft, ...profileCap(dayAmountMax) }));
  });

  mount(app, contract.listVerificationProfiles, platform, async ({ query }) => ({
    items: (await listNamedProfiles(platform, query)).map(shownProfile),
  }));

  mount(app, contract.changeVerificationProfile, platform, async ({ actor, params, body }) => {
    const { dayAmountMax, ...change } = body;
    return shownProfile(await changeProfileAs(platform, actor, params.id, { ...change, ...profileCap(dayAmountMax) }));
  });

  mount(app, contract.createWidget, platform, async ({ actor, body }) => {
    const { dayAmountMax = null, ...given } = body;
    const draft = { texts: {}, colours: {}, keyId: null, ...given, dayMicrosMax: widgetCap(dayAmountMax) };
    return shownWidget(await createWidgetAs(platform, actor, draft));
  });

  mount(app, contract.listWidgets, platform, async ({ query }) => ({
    items: (await listNamedWidgets(platform, query)).map(shownWidget),
  }));

  mount(app, contract.changeWidget, platform, async ({ actor, params, body }) => {
    const { dayAmountMax, ...given } = body;
    const change = { ...given, ...(dayAmountMax !== undefined && { dayMicrosMax: widgetCap(dayAmountMax) }) };
    return shownWidget(await changeWidgetAs(platform, actor, params.id, change));
  });
}
