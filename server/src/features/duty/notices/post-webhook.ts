// A notice as JSON, signed like callbacks, under the same rules for addresses.
import { alertText } from '@volley/domain/duty/alert-text.ts';
import { openTarget } from '../../../platform/http/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callbackHeaders } from '../../callbacks/targets/callback-headers.ts';
import { signingKeyOf } from '../../callbacks/targets/signing-secret-form.ts';
import type { OpenedTarget, SendResult, SentNotice } from './sent-notice.ts';

export async function postWebhook(
  { config }: Pick<Platform, 'config'>,
  { address, secret, previousSecret, language }: OpenedTarget,
  { id, attempt, notice }: SentNotice,
): Promise<SendResult> {
  const { origin, pathname, search } = new URL(address);
  const body = JSON.stringify({
    type: notice.lines.length === 0 ? 'duty.test' : 'duty.alerts',
    cell: config.cell,
    alerts: notice.lines.map((line) => ({
      key: line.key,
      event: line.event,
      severity: line.severity,
      text: alertText(line, language),
      since: line.since,
      seconds: line.seconds,
    })),
    more: notice.more,
  });
  const signingKeys = [secret, ...(previousSecret === undefined ? [] : [previousSecret])].map(signingKeyOf);
  const target = openTarget(origin, {
    allow: config.callbackAllow,
    sourceAddress: config.callbackSourceAddress,
    connections: 1,
  });
  try {
    const { ok, status } = await target.post(
      `${pathname}${search}`,
      callbackHeaders({ authorization: undefined, signingKeys }, { id, attempt, body }),
      body,
    );
    return ok ? { ok } : { ok: false, error: `HTTP ${status}` };
  } finally {
    await target.close();
  }
}
