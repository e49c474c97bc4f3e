// Widgets as staff set them; the transaction is the caller's. The secret of the captcha is sealed and never shown.
import { randomInt } from 'node:crypto';
import { Refusal } from '@volley/domain/refusal.ts';
import { isSiteDomain } from '@volley/domain/verification-origin.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearDayStop } from './limits.sql.ts';
import { widgetSubject } from './limits.ts';
import { mintShortId } from './profile.ts';
import { getProfile } from './profiles.ts';
import { WIDGET_KEY_TYPES, type Widget } from './widget.ts';
import { insertWidget, isKeyOf, lockWidget, type StoredWidget, selectWidgets, updateWidget } from './widgets.sql.ts';

type Needs = Pick<Platform, 'config' | 'secrets'>;
type WidgetSettings = Omit<Widget, 'widgetId' | 'companyId' | 'createdAt' | 'status'> & { readonly secret: string };

export type WidgetDraft = WidgetSettings & Pick<Widget, 'companyId'>;
export type WidgetChange = Partial<WidgetSettings & Pick<Widget, 'status'>>;

export async function createWidget(tx: Tx, platform: Needs, draft: WidgetDraft): Promise<Widget> {
  const { secret, ...settings } = draft;
  const widget = { ...settings, widgetId: mintShortId(randomInt), status: 'ACTIVE' as const };
  await checkWidget(tx, platform, widget);
  return insertWidget(tx, { ...widget, secretSealed: platform.secrets.seal(secret) });
}

export async function changeWidget(tx: Tx, platform: Needs, widgetId: string, change: WidgetChange): Promise<Widget> {
  const before = await lockWidget(tx, widgetId);
  if (before === undefined) throw new Refusal('not-found', { kind: 'Widget', id: widgetId });
  const { secret, ...settings } = change;
  const secretSealed = secret === undefined ? before.secretSealed : platform.secrets.seal(secret);
  const widget: StoredWidget = { ...before, ...settings, secretSealed };
  await checkWidget(tx, platform, widget);
  await updateWidget(tx, widget);
  if (change.dayMicrosMax !== undefined) await clearDayStop(tx, widgetSubject(widgetId));
  const { secretSealed: _sealed, ...shown } = widget;
  return shown;
}

export const listWidgets = selectWidgets;

type Checked = Pick<Widget, 'companyId' | 'gatewayId' | 'kind' | 'domains' | 'captchaType' | 'keyId'>;

async function checkWidget(tx: Tx, { config }: Needs, widget: Checked): Promise<void> {
  const { companyId, gatewayId, kind, domains, captchaType, keyId } = widget;
  await getProfile(tx, companyId, gatewayId);
  const wrong = domains.findIndex((domain) => !isSiteDomain(domain));
  if (wrong >= 0) throw new Refusal('bad-request', { field: `domains[${wrong}]`, problem: 'must be a host name' });
  if (captchaType === 'NONE' && config.testMode !== 'on')
    throw new Refusal('bad-request', { field: 'captchaType', problem: 'may be NONE in test mode only' });
  if (kind === 'OWN_SITE') return;
  if (keyId === null || !(await isKeyOf(tx, keyId, companyId, WIDGET_KEY_TYPES.BUILDER)))
    throw new Refusal('bad-request', { field: 'keyId', problem: `must be a key of type ${WIDGET_KEY_TYPES.BUILDER}` });
}
