import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Profile } from '../verification/profile.ts';
import {
  changeProfile,
  createProfile,
  listProfiles,
  type ProfileChange,
  type ProfileDraft,
} from '../verification/profiles.ts';
import type { Widget } from '../verification/widget.ts';
import {
  changeWidget,
  createWidget,
  listWidgets,
  type WidgetChange,
  type WidgetDraft,
} from '../verification/widgets.ts';
import { refuseUnknownCountries } from './known-countries.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets'>;
type OfCompany = { companyId?: number };

export function createProfileAs(platform: Needs, who: Who, draft: ProfileDraft): Promise<Profile> {
  refuseUnknownCountries('countries', draft.countries ?? []);
  return changeAs(platform, who, async (tx) => {
    const reply = await createProfile(tx, draft);
    const subject = { kind: 'verification-profile', id: reply.gatewayId };
    return { action: 'verification-profile.create', subject, details: { companyId: draft.companyId }, reply };
  });
}

export function listProfilesAs({ db }: Needs, filter: OfCompany): Promise<Profile[]> {
  return read(db, (tx) => listProfiles(tx, filter));
}

export function changeProfileAs(platform: Needs, who: Who, gatewayId: string, change: ProfileChange): Promise<Profile> {
  refuseUnknownCountries('countries', change.countries ?? []);
  return changeAs(platform, who, async (tx) => ({
    action: 'verification-profile.change',
    subject: { kind: 'verification-profile', id: gatewayId },
    details: { changed: Object.keys(change) },
    reply: await changeProfile(tx, gatewayId, change),
  }));
}

export function createWidgetAs(platform: Needs, who: Who, draft: WidgetDraft): Promise<Widget> {
  return changeAs(platform, who, async (tx) => {
    const reply = await createWidget(tx, platform, draft);
    const { companyId, gatewayId, kind, domains } = draft;
    const details = { companyId, gatewayId, kind, domains };
    return { action: 'widget.create', subject: { kind: 'widget', id: reply.widgetId }, details, reply };
  });
}

export function listWidgetsAs({ db }: Needs, filter: OfCompany): Promise<Widget[]> {
  return read(db, (tx) => listWidgets(tx, filter));
}

export function changeWidgetAs(platform: Needs, who: Who, widgetId: string, change: WidgetChange): Promise<Widget> {
  return changeAs(platform, who, async (tx) => ({
    action: 'widget.change',
    subject: { kind: 'widget', id: widgetId },
    details: { changed: Object.keys(change) },
    reply: await changeWidget(tx, platform, widgetId, change),
  }));
}
