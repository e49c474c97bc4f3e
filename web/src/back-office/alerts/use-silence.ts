import type * as contract from '@volley/contract/back-office/duty/alerts.ts';
import { callStaff } from '../../api/call.ts';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { askSilence } from './silence-form.tsx';

export const SILENCE_ROUTES = ['GET /alerts', 'GET /alert-silences', 'GET /actions'] as const;

/** Asks for time and reason, then silences the pattern, which may be changed in the dialog. */
export function useSilence() {
  const t = useText();
  const act = useAct('staff');
  return async (pattern: string) => {
    const chosen = await askSilence(t('alerts.silence.title'), pattern);
    if (chosen === undefined) return;
    const { hours, ...rest } = chosen;
    const until = new Date(Date.now() + hours * 3_600_000).toISOString();
    await act(
      () => callStaff<typeof contract.createAlertSilence>('POST /alert-silences', { body: { ...rest, until } }),
      { done: t('alerts.silence.done', { pattern: chosen.pattern }), routes: SILENCE_ROUTES },
    );
  };
}
