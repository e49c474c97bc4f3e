import * as contract from '@volley/contract/back-office/verification/verification-figures.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { liftStopAs } from '../../features/back-office/manage-verification.ts';
import { listConversions, listWidgetErrors } from '../../features/verification/overview/figures.ts';
import { listStops } from '../../features/verification/overview/stops.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownStop } from '../presentation/shown-verification.ts';

export function mountVerificationFigures(app: ApiServer, platform: Platform): void {
  mount(app, contract.listConversions, platform, async ({ query }) => ({
    items: (await listConversions(platform, query)).map(({ costMicros, currency, companyId: _company, ...row }) => ({
      ...row,
      cost: { value: decimalFromMicros(costMicros), currency },
    })),
  }));

  mount(app, contract.listWidgetErrors, platform, async ({ query }) => ({
    items: (await listWidgetErrors(platform, query)).map(({ lastAt: _lastAt, ...row }) => row),
  }));

  mount(app, contract.listVerificationStops, platform, async ({ query }) => ({
    items: (await listStops(platform, query)).map(shownStop),
  }));

  mount(app, contract.liftVerificationStop, platform, async ({ actor, body }) => {
    await liftStopAs(platform, actor, body);
    return { lifted: true };
  });
}
