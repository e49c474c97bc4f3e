// Opens the kind of link that a row asks for.

import type { Config } from '../../config.ts';
import { HttpLink } from '../../connectors/http-channel/http-link.ts';
import type { Link, LinkEvents } from '../../connectors/link-job.ts';
import { idFormsOf } from '../../connectors/sms-smpp/id-form.ts';
import { type LinkSettings, SmppLink } from '../../connectors/sms-smpp/smpp-link.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { ReceiptInbox } from './receipt-inbox.ts';

type Limits = Pick<Config, 'submitTimeoutMs' | 'linkRetryMaxMs'>;

/** Statuses of an HTTP link come over the API, receipts of SMPP over its own session. */
export function openLink(link: OwnedLink, limits: Limits, inbox: ReceiptInbox, events: LinkEvents): Link {
  if (link.protocol === 'HTTP')
    return new HttpLink(
      {
        url: link.url ?? '',
        account: link.system_id,
        secret: link.password,
        window: link.window_size,
        ratePerSecond: link.rate_per_second,
        timeoutMs: limits.submitTimeoutMs,
      },
      events,
    );
  const from = { name: link.name, accountId: link.account_id, idForm: idFormsOf(link.id_form).receipt };
  return new SmppLink(settingsOf(link, limits), {
    ...events,
    onDeliverSm: (pdu) => inbox.take(from, pdu),
    onMalformed: (raw) => inbox.takeMalformed(link, raw),
  });
}

function settingsOf(link: OwnedLink, { submitTimeoutMs, linkRetryMaxMs }: Limits): LinkSettings {
  return {
    host: link.host,
    port: link.port,
    tls: link.tls,
    systemId: link.system_id,
    password: link.password,
    systemType: link.system_type,
    mode: link.bind_mode,
    window: link.window_size,
    ratePerSecond: link.rate_per_second,
    answerIdForm: idFormsOf(link.id_form).answer,
    source: { ton: link.source_ton, npi: link.source_npi },
    submitTimeoutMs,
    retryMaxMs: linkRetryMaxMs,
  };
}
