// Opens the kind of link that a row asks for.
import { HttpLink } from '../../connectors/http-channel/http-link.ts';
import type { Link, LinkEvents } from '../../connectors/link-job.ts';
import { idFormsOf } from '../../connectors/sms-smpp/id-form.ts';
import { type LinkSettings, SmppLink } from '../../connectors/sms-smpp/smpp-link.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { ReceiptInbox } from './receipt-inbox.ts';

/** Statuses of an HTTP link come over the API, receipts of SMPP over its own session. */
export function openLink(link: OwnedLink, submitTimeoutMs: number, inbox: ReceiptInbox, events: LinkEvents): Link {
  if (link.protocol === 'HTTP')
    return new HttpLink(
      {
        url: link.url ?? '',
        account: link.system_id,
        secret: link.password,
        window: link.window_size,
        ratePerSecond: link.rate_per_second,
        timeoutMs: submitTimeoutMs,
      },
      events,
    );
  return new SmppLink(settingsOf(link, submitTimeoutMs), {
    ...events,
    onDeliverSm: (pdu) => inbox.take(link.id, idFormsOf(link.id_form).receipt, pdu),
  });
}

function settingsOf(link: OwnedLink, submitTimeoutMs: number): LinkSettings {
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
  };
}
