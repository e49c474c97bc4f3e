// Profiles and widgets of a partner's own companies. The transaction of a partner's call sees that partner's rows only,
// so settings of other partners are not found.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isCountry } from '../../numbering/find-country.ts';
import type { Profile } from '../profiles/profile.ts';
import {
  changeProfile,
  createProfile,
  listProfiles,
  type ProfileChange,
  type ProfileDraft,
} from '../profiles/profiles.ts';
import type { Widget } from '../widgets/widget.ts';
import { changeWidget, createWidget, listWidgets, type WidgetChange, type WidgetDraft } from '../widgets/widgets.ts';
import { countProfiles, countWidgets, selectCompanyNames } from './own-settings.sql.ts';
import { type LiftedStop, liftStop } from './stops.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets'>;
type OfCompany = { readonly companyId?: number };
type Named<Row> = Row & { readonly companyName: string };

/** Profiles, and widgets, of one company. */
const SETTINGS_MAX = 100;

export function listNamedProfiles({ db }: Pick<Needs, 'db'>, filter: OfCompany): Promise<Named<Profile>[]> {
  return read(db, async (tx) => withNames(tx, await listProfiles(tx, filter)));
}

export function listNamedWidgets({ db }: Pick<Needs, 'db'>, filter: OfCompany): Promise<Named<Widget>[]> {
  return read(db, async (tx) => withNames(tx, await listWidgets(tx, filter)));
}

export function createOwnProfile(platform: Needs, draft: ProfileDraft): Promise<Profile> {
  refuseUnknownCountries(draft);
  return inTransaction(platform.db, async (tx) => {
    refuseTooMany(await countProfiles(tx, draft.companyId), 'profiles');
    return createProfile(tx, platform, draft);
  });
}

export function changeOwnProfile(platform: Needs, gatewayId: string, change: ProfileChange): Promise<Profile> {
  refuseUnknownCountries(change);
  return inTransaction(platform.db, (tx) => changeProfile(tx, platform, gatewayId, change));
}

export function createOwnWidget(platform: Needs, draft: WidgetDraft): Promise<Widget> {
  return inTransaction(platform.db, async (tx) => {
    refuseTooMany(await countWidgets(tx, draft.companyId), 'widgets');
    return createWidget(tx, platform, draft);
  });
}

export function changeOwnWidget(platform: Needs, widgetId: string, change: WidgetChange): Promise<Widget> {
  return inTransaction(platform.db, (tx) => changeWidget(tx, platform, widgetId, change));
}

export function liftOwnStop({ db }: Needs, stop: LiftedStop): Promise<{ readonly companyId: number }> {
  return inTransaction(db, (tx) => liftStop(tx, stop));
}

async function withNames<Row extends { readonly companyId: number }>(tx: Tx, rows: readonly Row[]) {
  const names = await selectCompanyNames(tx, [...new Set(rows.map(({ companyId }) => companyId))]);
  const byId = new Map(names.map(({ companyId, companyName }) => [companyId, companyName]));
  return rows.map((row) => ({ ...row, companyName: byId.get(row.companyId) ?? '' }));
}

function refuseUnknownCountries({ countries = [] }: Pick<ProfileChange, 'countries'>): void {
  const unknown = countries.find((code) => !isCountry(code));
  if (unknown !== undefined)
    throw new Refusal('bad-request', { field: 'countries', problem: `must be known countries; ${unknown} is not` });
}

function refuseTooMany(count: number, kind: 'profiles' | 'widgets'): void {
  if (count >= SETTINGS_MAX)
    throw new Refusal('bad-request', { field: 'companyId', problem: `has ${SETTINGS_MAX} ${kind} already` });
}
