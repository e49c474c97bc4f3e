import * as contract from '@volley/contract/back-office/verification.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import {
  changeProfileAs,
  changeWidgetAs,
  createProfileAs,
  createWidgetAs,
  listProfilesAs,
  listWidgetsAs,
} from '../../features/back-office/manage-verification.ts';
import type { Profile } from '../../features/verification/profile.ts';
import type { Widget } from '../../features/verification/widget.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';
import { microsOf } from './amounts.ts';

export function mountVerificationSettings(app: ApiServer, platform: Platform): void {
  mount(app, contract.createVerificationProfile, platform, async ({ actor, body }) => {
    const { dayAmountMax, ...draft } = body;
    return shownProfile(await createProfileAs(platform, actor, { ...draft, ...profileCap(dayAmountMax) }));
  });

  mount(app, contract.listVerificationProfiles, platform, async ({ query }) => ({
    items: (await listProfilesAs(platform, query)).map(shownProfile),
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
    items: (await listWidgetsAs(platform, query)).map(shownWidget),
  }));

  mount(app, contract.changeWidget, platform, async ({ actor, params, body }) => {
    const { dayAmountMax, ...given } = body;
    const change = { ...given, ...(dayAmountMax !== undefined && { dayMicrosMax: widgetCap(dayAmountMax) }) };
    return shownWidget(await changeWidgetAs(platform, actor, params.id, change));
  });
}

function profileCap(amount: number | undefined): { dayMicrosMax?: bigint } {
  return amount === undefined ? {} : { dayMicrosMax: microsOf(amount, 'dayAmountMax') };
}

function widgetCap(amount: number | null): bigint | null {
  return amount === null ? null : microsOf(amount, 'dayAmountMax');
}

function shownProfile({ dayMicrosMax, createdAt, channels, countries, ...profile }: Profile) {
  return {
    ...profile,
    countries: [...countries],
    channels: [...channels],
    dayAmountMax: decimalFromMicros(dayMicrosMax),
    createdAt: formatDatetime(createdAt),
  };
}

function shownWidget({ dayMicrosMax, createdAt, ...widget }: Widget) {
  return {
    ...widget,
    dayAmountMax: dayMicrosMax === null ? null : decimalFromMicros(dayMicrosMax),
    createdAt: formatDatetime(createdAt),
  };
}
