import type * as contract from '@volley/contract/back-office/duty/duty-contacts.ts';
import { callStaff } from '../../api/call.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { type Contact, showSecret } from './contact-form.tsx';

/** Read again after a change of a contact. */
export const ROUTES = ['GET /duty-contacts', 'GET /actions'] as const;

/** Replaces the signing secret of a webhook and shows the new one. */
export function useRotateSecret() {
  const t = useText();
  const act = useAct('staff');
  return async ({ contactId, name }: Contact) => {
    const isSure = await confirmAction({
      title: t('alerts.contact.rotateOne', { name }),
      effect: t('alerts.contact.rotateEffect'),
      confirm: t('alerts.contact.rotate'),
      cancel: t('backOffice.cancel'),
    });
    if (!isSure) return;
    let secret: string | null = null;
    const rotate = async () => {
      const reply = await callStaff<typeof contract.rotateDutyContactSecret>(
        'POST /duty-contacts/{id}/signing-secrets',
        { params: { id: contactId } },
      );
      secret = reply.signingSecret;
    };
    await act(rotate, { done: t('alerts.contact.rotated', { name }), routes: ROUTES });
    if (secret !== null) await showSecret(t('alerts.contact.secret'), secret);
  };
}
