import type { ComponentType } from 'react';
import { ConversionPage } from '../../verification/figures/conversion-page.tsx';
import { ErrorsPage } from '../../verification/figures/errors-page.tsx';
import { OwnerPages } from '../../verification/owner.tsx';
import { ProfileList } from '../../verification/profiles/profile-list.tsx';
import { NewProfilePage, ProfilePage } from '../../verification/profiles/profile-page.tsx';
import { WidgetList } from '../../verification/widgets/widget-list.tsx';
import { NewWidgetPage, WidgetPage } from '../../verification/widgets/widget-page.tsx';
import { partnerOwner } from './partner-owner.tsx';

const owned = (Shown: ComponentType) => () => (
  <OwnerPages owner={partnerOwner}>
    <Shown />
  </OwnerPages>
);

export const PartnerProfileList = owned(ProfileList);
export const PartnerNewProfile = owned(NewProfilePage);
export const PartnerProfile = owned(ProfilePage);
export const PartnerWidgetList = owned(WidgetList);
export const PartnerNewWidget = owned(NewWidgetPage);
export const PartnerWidget = owned(WidgetPage);
export const PartnerConversion = owned(ConversionPage);
export const PartnerErrors = owned(ErrorsPage);
