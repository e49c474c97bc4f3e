import type { Platform } from '../../platform/platform.ts';
import { type LiftedStop, liftStop } from '../verification/overview/stops.ts';
import type { Profile } from '../verification/profiles/profile.ts';
import {
  changeProfile,
  createProfile,
  type ProfileChange,
  type ProfileDraft,
} from '../verification/profiles/profiles.ts';
import type { Widget } from '../verification/widgets/widget.ts';
import { changeWidget, createWidget, type WidgetChange, type WidgetDraft } from '../verification/widgets/widgets.ts';
import { refuseUnknownCountries } from './destinations/known-countries.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets'>;

export function createProfileAs(platform: Needs, who: Who, draft: ProfileDraft): Promise<Profile> {
  refuseUnknownCountries('countries', draft.countries ?? []);
  return changeAs(platform, who, async (tx) => {
    const reply = await createProfile(tx, platform, draft);
    const subject = { kind: 'verification-profile', id: reply.gatewayId };
    return { action: 'verification-profile.create', subject, details: { companyId: draft.companyId }, reply };
  });
}

export function changeProfileAs(platform: Needs, who: Who, gatewayId: string, change: ProfileChange): Promise<Profile> {
  refuseUnknownCountries('countries', change.countries ?? []);
  return changeAs(platform, who, async (tx) => ({
    action: 'verification-profile.change',
    subject: { kind: 'verification-profile', id: gatewayId },
    details: { changed: Object.keys(change) },
    reply: await changeProfile(tx, platform, gatewayId, change),
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

export function changeWidgetAs(platform: Needs, who: Who, widgetId: string, change: WidgetChange): Promise<Widget> {
  return changeAs(platform, who, async (tx) => ({
    action: 'widget.change',
    subject: { kind: 'widget', id: widgetId },
    details: { changed: Object.keys(change) },
    reply: await changeWidget(tx, platform, widgetId, change),
  }));
}

export function liftStopAs(platform: Needs, who: Who, stop: LiftedStop): Promise<void> {
  return changeAs(platform, who, async (tx) => {
    const { companyId } = await liftStop(tx, stop);
    const { gatewayId, ...details } = stop;
    const subject = { kind: 'verification-profile', id: gatewayId };
    return { action: 'verification-stop.lift', subject, details: { companyId, ...details }, reply: undefined };
  });
}
