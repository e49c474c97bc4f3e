import * as contract from '@volley/contract/console/verification-figures.ts';
import { listConversions, listWidgetErrors } from '../../../features/verification/overview/figures.ts';
import { liftOwnStop } from '../../../features/verification/overview/own-settings.ts';
import { listStops } from '../../../features/verification/overview/stops.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { shownStop } from '../../presentation/shown-verification.ts';
import { amountOf } from '../amounts.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets'>;

export function mountVerificationFigures(app: ApiServer, platform: Needs): void {
  mount(app, contract.listConversions, platform, async ({ query }) => ({
    items: (await listConversions(platform, query)).map(({ costMicros, currency, companyId: _company, ...row }) => ({
      ...row,
      cost: amountOf(costMicros, currency),
    })),
  }));

  mount(app, contract.listWidgetErrors, platform, async ({ query }) => ({
    items: (await listWidgetErrors(platform, query)).map(({ lastAt: _lastAt, ...row }) => row),
  }));

  mount(app, contract.listStops, platform, async ({ query }) => ({
    items: (await listStops(platform, query)).map(shownStop),
  }));

  mount(app, contract.liftStop, platform, async ({ body, note }) => {
    const { kind, gatewayId, widgetId, prefix } = body;
    note(({ companyId }: { companyId: number }) => ({
      subject: { kind: 'verification-profile', id: gatewayId },
      details: { companyId, kind, ...(widgetId && { widgetId }), ...(prefix && { prefix }) },
    }));
    await liftOwnStop(platform, body);
    return { lifted: true };
  });
}
