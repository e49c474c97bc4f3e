import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/back-office/duty/duty-contacts.ts';
import { callStaff } from '../../api/call.ts';
import { readAgain } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { useNotice } from '../../kit/use-notice.ts';
import { askContact, type Contact, showSecret } from './contact-form.tsx';
import { ROUTES, useRotateSecret } from './use-rotate-secret.ts';

export type ContactActs = ReturnType<typeof useContactActs>;

export function useContactActs() {
  const t = useText();
  const act = useAct('staff');
  const rotate = useRotateSecret();
  const notice = useNotice();
  const client = useQueryClient();
  return {
    create: async () => {
      const draft = await askContact(t('alerts.contact.add'));
      if (draft === undefined) return;
      let secret: string | null = null;
      const create = async () => {
        const reply = await callStaff<typeof contract.createDutyContact>('POST /duty-contacts', { body: draft });
        secret = reply.signingSecret;
      };
      await act(create, { done: t('alerts.contact.added', { name: draft.name }), routes: ROUTES });
      if (secret !== null) await showSecret(t('alerts.contact.secret'), secret);
    },
    change: async (contact: Contact) => {
      const draft = await askContact(t('alerts.contact.changeOne', { name: contact.name }), contact);
      if (draft === undefined) return;
      const { kind: _kind, ...body } = draft;
      const input = { params: { id: contact.contactId }, body };
      await act(() => callStaff<typeof contract.changeDutyContact>('PUT /duty-contacts/{id}', input), {
        done: t('alerts.contact.changed', { name: draft.name }),
        routes: ROUTES,
      });
    },
    rotate,
    remove: async ({ contactId, name }: Contact) => {
      const isSure = await confirmAction({
        title: t('alerts.contact.removeOne', { name }),
        effect: t('alerts.contact.removeEffect'),
        confirm: t('alerts.contact.remove'),
        cancel: t('backOffice.cancel'),
        danger: true,
      });
      if (!isSure) return;
      const input = { params: { id: contactId } };
      await act(() => callStaff<typeof contract.removeDutyContact>('POST /duty-contacts/{id}/remove', input), {
        done: t('alerts.contact.removed', { name }),
        routes: ROUTES,
      });
    },
    test: async ({ contactId, name }: Contact) => {
      try {
        const input = { params: { id: contactId } };
        const { sent, error } = await callStaff<typeof contract.testDutyContact>(
          'POST /duty-contacts/{id}/test',
          input,
        );
        if (sent) notice.done(t('alerts.contact.tested', { name }));
        else notice.problem(t('alerts.contact.notTested', { name, error }));
      } catch (error) {
        notice.failed(error);
      }
      await readAgain(client, 'staff', ...ROUTES);
    },
  };
}
