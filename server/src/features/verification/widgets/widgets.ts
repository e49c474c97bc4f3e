// Settings of widgets, for staff. The caller opens the transaction. The captcha secret is sealed and never shown.
import { randomInt } from 'node:crypto';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isSiteDomain } from '@volley/domain/verification/verification-origin.ts';
import { looksProblem, textsProblem } from '@volley/domain/verification/widget-look.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clearDayStop } from '../limits/limits.sql.ts';
import { widgetSubject } from '../limits/limits.ts';
import { mintShortId } from '../profiles/profile.ts';
import { getProfile } from '../profiles/profiles.ts';
import { hasProvider, WIDGET_KEY_TYPES, type Widget } from './widget.ts';
import { insertWidget, isKeyOf, lockWidget, type StoredWidget, selectWidgets, updateWidget } from './widgets.sql.ts';

type Needs = Pick<Platform, 'config' | 'secrets'>;
type WidgetSettings = Omit<Widget, 'widgetId' | 'companyId' | 'createdAt' | 'status'> & { readonly secret: string };

type Optional = 'siteKey' | 'secret' | 'powFallback';
export type WidgetDraft = Omit<WidgetSettings, Optional> &
  Partial<Pick<WidgetSettings, Optional>> &
  Pick<Widget, 'companyId'>;
export type WidgetChange = Partial<WidgetSettings & Pick<Widget, 'status'>>;

export async function createWidget(tx: Tx, platform: Needs, draft: WidgetDraft): Promise<Widget> {
  const { secret = '', siteKey = '', powFallback = false, ...settings } = draft;
  const secretSealed = platform.secrets.seal(secret);
  const own = { siteKey, powFallback, secretSealed, widgetId: mintShortId(randomInt), status: 'ACTIVE' as const };
  const widget = { ...settings, ...own };
  checkLook(draft);
  await checkWidget(tx, platform, widget);
  return insertWidget(tx, widget);
}

export async function changeWidget(tx: Tx, platform: Needs, widgetId: string, change: WidgetChange): Promise<Widget> {
  const before = await lockWidget(tx, widgetId);
  if (before === undefined) throw new Refusal('not-found', { kind: 'Widget', id: widgetId });
  const { secret, ...settings } = change;
  const secretSealed = secret === undefined ? before.secretSealed : platform.secrets.seal(secret);
  const widget: StoredWidget = { ...before, ...settings, secretSealed };
  checkLook(change);
  // A widget can be switched off whatever its other settings are.
  if (!isSwitchOff(change)) await checkWidget(tx, platform, widget);
  await updateWidget(tx, widget);
  if (change.dayMicrosMax !== undefined) await clearDayStop(tx, widgetSubject(widgetId));
  const { secretSealed: _sealed, ...shown } = widget;
  return shown;
}

const isSwitchOff = (change: WidgetChange) => change.status === 'DISABLED' && Object.keys(change).length === 1;

export const listWidgets = selectWidgets;

/** Only the given texts and colours: rows of earlier versions may hold other names. */
function checkLook({ texts = {}, colours = {} }: Pick<WidgetChange, 'texts' | 'colours'>): void {
  const problem = textsProblem(texts) ?? looksProblem(colours);
  if (problem !== undefined) throw new Refusal('bad-request', problem);
}

async function checkWidget(tx: Tx, platform: Needs, widget: Omit<StoredWidget, 'createdAt'>): Promise<void> {
  const { companyId, gatewayId, kind, domains, captchaType } = widget;
  await getProfile(tx, companyId, gatewayId);
  const wrong = domains.findIndex((domain) => !isSiteDomain(domain));
  if (wrong >= 0) throw new Refusal('bad-request', { field: `domains[${wrong}]`, problem: 'must be a host name' });
  if (captchaType === 'NONE' && !platform.config.testMode)
    throw new Refusal('bad-request', { field: 'captchaType', problem: 'may be NONE in test mode only' });
  if (hasProvider(captchaType)) checkKeys(platform, widget);
  if (kind === 'BUILDER') await checkBuilder(tx, widget);
}

/** Without both, no visitor could pass the captcha. */
function checkKeys(
  { secrets }: Needs,
  { siteKey, secretSealed }: Pick<StoredWidget, 'siteKey' | 'secretSealed'>,
): void {
  if (siteKey === '') throw new Refusal('bad-request', { field: 'siteKey', problem: 'is required for this captcha' });
  if (secrets.open(secretSealed) === '')
    throw new Refusal('bad-request', { field: 'secret', problem: 'is required for this captcha' });
}

/** The service sends and pays for any visitor, so the sites and the cost of a day must be limited. */
async function checkBuilder(tx: Tx, { companyId, domains, dayMicrosMax, keyId }: Omit<Widget, 'createdAt'>) {
  if (domains.length === 0)
    throw new Refusal('bad-request', { field: 'domains', problem: 'must name the sites of a BUILDER widget' });
  if (dayMicrosMax === null)
    throw new Refusal('bad-request', { field: 'dayAmountMax', problem: 'must be set for a BUILDER widget' });
  if (keyId === null || !(await isKeyOf(tx, keyId, companyId, WIDGET_KEY_TYPES.BUILDER)))
    throw new Refusal('bad-request', { field: 'keyId', problem: `must be a key of type ${WIDGET_KEY_TYPES.BUILDER}` });
}
