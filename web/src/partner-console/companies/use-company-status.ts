import type * as contract from '@volley/contract/partner/companies.ts';
import { useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import type { Company } from './company-detail.ts';

/** Disabling first shows its effect on running dispatches; enabling needs no confirmation. */
export function useCompanyStatus({ companyId, name, running, waitingMessages }: Company) {
  const t = useText();
  const notice = useNotice();
  const [isBusy, setIsBusy] = useState(false);
  const set = async (status: 'ACTIVE' | 'DISABLED') => {
    setIsBusy(true);
    try {
      await callPartner<typeof contract.updateCompany>('PUT /company/{id}', {
        params: { id: companyId },
        body: { status },
      });
      await readAgain(queryClient, 'console');
      const done = status === 'ACTIVE' ? 'companies.enabled.done' : 'companies.disabled.done';
      notice.done(t(done, { name }));
    } catch (error) {
      notice.failed(error);
    } finally {
      setIsBusy(false);
    }
  };
  const disable = async () => {
    const isMeant = await confirmAction({
      title: t('companies.disable.title', { name }),
      effect: t('companies.disable.effect', { running, waiting: waitingMessages }),
      confirm: t('companies.disable'),
      cancel: t('companies.form.cancel'),
      danger: true,
    });
    if (isMeant) await set('DISABLED');
  };
  return { enable: () => set('ACTIVE'), disable, isBusy };
}
