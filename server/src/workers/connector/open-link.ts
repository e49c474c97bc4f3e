// Opens a link by the protocol of its row.

import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import type { Config } from '../../config.ts';
import { dialectOf, hooksAddress } from '../../connectors/dialects.ts';
import { HttpLink } from '../../connectors/http-link.ts';
import type { Link, LinkEvents } from '../../connectors/link-job.ts';
import { idFormsOf } from '../../connectors/sms-smpp/id-form.ts';
import { type LinkSettings, SmppLink } from '../../connectors/sms-smpp/smpp-link.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { ReceiptInbox } from './receipt-inbox.ts';

type Limits = Pick<
  Config,
  'submitTimeoutMs' | 'linkRetryMaxMs' | 'publicUrl' | 'callbackAllow' | 'callbackSourceAddress'
>;

/** An HTTP link gets its statuses over the API, an SMPP link gets receipts over its session. */
export function openLink(link: OwnedLink, limits: Limits, inbox: ReceiptInbox, events: LinkEvents): Link {
  if (link.protocol !== 'SMPP') return openHttpLink(link, link.protocol, limits, events);
  const from = { name: link.name, accountId: link.account_id, idForm: idFormsOf(link.id_form).receipt };
  return new SmppLink(settingsOf(link, limits), {
    ...events,
    onDeliverSm: (pdu) => inbox.store(from, pdu),
    onMalformed: (raw) => inbox.recordMalformed(link, raw),
  });
}

function openHttpLink(link: OwnedLink, protocol: HttpProtocol, limits: Limits, events: LinkEvents): Link {
  const { origin, pathname } = new URL(must(link.url, `URL of link ${link.name}`));
  const dialect = dialectOf(protocol, {
    basePath: pathname.replace(/\/$/, ''),
    account: link.system_id,
    secret: link.password,
    settings: link.settings,
    channelType: link.channel_type,
    ...hooksAddress(limits.publicUrl, link.name),
  });
  const settings = {
    origin,
    window: link.window_size,
    ratePerSecond: link.rate_per_second,
    timeoutMs: limits.submitTimeoutMs,
    files: { allow: limits.callbackAllow, sourceAddress: limits.callbackSourceAddress },
  };
  return new HttpLink(settings, dialect, events);
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
