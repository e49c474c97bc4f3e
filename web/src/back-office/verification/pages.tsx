import type { ComponentType } from 'react';
import { ConversionPage } from '../../verification/figures/conversion-page.tsx';
import { ErrorsPage } from '../../verification/figures/errors-page.tsx';
import { OwnerPages } from '../../verification/owner.tsx';
import { ProfileList } from '../../verification/profiles/profile-list.tsx';
import { NewProfilePage, ProfilePage } from '../../verification/profiles/profile-page.tsx';
import { WidgetList } from '../../verification/widgets/widget-list.tsx';
import { NewWidgetPage, WidgetPage } from '../../verification/widgets/widget-page.tsx';
import { staffOwner } from './staff-owner.tsx';

const owned = (Shown: ComponentType) => () => (
  <OwnerPages owner={staffOwner}>
    <Shown />
  </OwnerPages>
);

export const StaffProfileList = owned(ProfileList);
export const StaffNewProfile = owned(NewProfilePage);
export const StaffProfile = owned(ProfilePage);
export const StaffWidgetList = owned(WidgetList);
export const StaffNewWidget = owned(NewWidgetPage);
export const StaffWidget = owned(WidgetPage);
export const StaffConversion = owned(ConversionPage);
export const StaffErrors = owned(ErrorsPage);
