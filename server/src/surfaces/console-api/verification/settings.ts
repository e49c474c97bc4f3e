import * as contract from '@volley/contract/console/verification.ts';
import {
  changeOwnProfile,
  changeOwnWidget,
  createOwnProfile,
  createOwnWidget,
  listNamedProfiles,
  listNamedWidgets,
} from '../../../features/verification/overview/own-settings.ts';
import type { Profile } from '../../../features/verification/profiles/profile.ts';
import type { Widget } from '../../../features/verification/widgets/widget.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { profileCap, shownProfile, shownWidget, widgetCap } from '../../presentation/shown-verification.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets'>;

export function mountVerification(app: ApiServer, platform: Needs): void {
  mountProfiles(app, platform);
  mountWidgets(app, platform);
}

/** The audit log holds names of changed settings, not their values: texts and secrets may be among them. */
function mountProfiles(app: ApiServer, platform: Needs): void {
  mount(app, contract.listProfiles, platform, async ({ query }) => ({
    items: (await listNamedProfiles(platform, query)).map(shownProfile),
  }));

  mount(app, contract.createProfile, platform, async ({ body, note }) => {
    const { dayAmountMax, ...draft } = body;
    note(({ gatewayId, companyId, name }: Profile) => ({
      subject: { kind: 'verification-profile', id: gatewayId },
      details: { companyId, name },
    }));
    return shownProfile(await createOwnProfile(platform, { ...draft, ...profileCap(dayAmountMax) }));
  });

  mount(app, contract.changeProfile, platform, async ({ params, body, note }) => {
    const { dayAmountMax, ...change } = body;
    note(({ companyId }: Profile) => ({
      subject: { kind: 'verification-profile', id: params.id },
      details: { companyId, changed: Object.keys(body) },
    }));
    return shownProfile(await changeOwnProfile(platform, params.id, { ...change, ...profileCap(dayAmountMax) }));
  });
}

function mountWidgets(app: ApiServer, platform: Needs): void {
  mount(app, contract.listWidgets, platform, async ({ query }) => ({
    items: (await listNamedWidgets(platform, query)).map(shownWidget),
  }));

  mount(app, contract.createWidget, platform, async ({ body, note }) => {
    const { dayAmountMax = null, ...given } = body;
    note(({ widgetId, companyId, name, kind, domains }: Widget) => ({
      subject: { kind: 'widget', id: widgetId },
      details: { companyId, name, kind, domains },
    }));
    const draft = { texts: {}, colours: {}, keyId: null, ...given, dayMicrosMax: widgetCap(dayAmountMax) };
    return shownWidget(await createOwnWidget(platform, draft));
  });

  mount(app, contract.changeWidget, platform, async ({ params, body, note }) => {
    const { dayAmountMax, ...given } = body;
    note(({ companyId }: Widget) => ({
      subject: { kind: 'widget', id: params.id },
      details: { companyId, changed: Object.keys(body) },
    }));
    const change = { ...given, ...(dayAmountMax !== undefined && { dayMicrosMax: widgetCap(dayAmountMax) }) };
    return shownWidget(await changeOwnWidget(platform, params.id, change));
  });
}
