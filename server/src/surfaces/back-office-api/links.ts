import * as contract from '@volley/contract/back-office/links.ts';
import { formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Static } from 'typebox';
import { LINK_ID_FORMS } from '../../connectors/sms-smpp/id-form.ts';
import { changeLinkAs, listLinksAs, putLinkAs } from '../../features/back-office/manage-links.ts';
import type { GovernedLink } from '../../features/operator-links/governed-link.ts';
import type { HttpLinkDraft, LinkDraft } from '../../features/operator-links/own-links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';
import { refuseReasonAlone } from './reason.ts';

const WINDOW = 10;
const SMPP_PASSWORD_MAX = 8;
const SECRET_MIN = 16;

export function mountLinks(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'secrets'>): void {
  mount(app, contract.listLinks, platform, async () => ({ items: (await listLinksAs(platform)).map(shown) }));

  mount(app, contract.putLink, platform, async ({ actor, body }) =>
    shown(await putLinkAs(platform, actor, body.protocol === 'HTTP' ? httpLink(body) : smppLink(body))),
  );

  mount(app, contract.changeLink, platform, async ({ actor, params, body }) => {
    refuseReasonAlone(body);
    return shown(await changeLinkAs(platform, actor, params.id, body));
  });
}

const shown = ({ brands, lastBoundAt, ...link }: GovernedLink) => ({
  ...link,
  brands: [...brands],
  lastBoundAt: formatDatetimeOrNull(lastBoundAt),
});

type PutBody = Static<NonNullable<typeof contract.putLink.body>>;

function smppLink({ name, brands, systemId, password, ...body }: PutBody): LinkDraft {
  const idForm = body.idForm ?? 'as-is';
  if (!Object.hasOwn(LINK_ID_FORMS, idForm))
    throw wrong('idForm', `must be one of ${Object.keys(LINK_ID_FORMS).join(', ')}`);
  if (password.length > SMPP_PASSWORD_MAX) throw wrong('password', `must have at most ${SMPP_PASSWORD_MAX} characters`);
  if (body.channelType !== undefined && body.channelType !== 'SMS') throw wrong('channelType', 'must be SMS for SMPP');
  return {
    name,
    brands,
    systemId,
    password,
    idForm,
    host: body.host ?? missing('host'),
    port: body.port ?? missing('port'),
    ratePerSecond: body.ratePerSecond ?? null,
    windowSize: body.windowSize ?? WINDOW,
    tls: body.tls ?? false,
    receiptsPerPart: body.receiptsPerPart ?? 'all',
  };
}

function httpLink({ name, brands, systemId, password, ...body }: PutBody): HttpLinkDraft {
  if (password.length < SECRET_MIN) throw wrong('password', `must have at least ${SECRET_MIN} characters`);
  return {
    protocol: 'HTTP',
    name,
    brands,
    systemId,
    password,
    channelType: body.channelType ?? missing('channelType'),
    url: body.url ?? missing('url'),
    ratePerSecond: body.ratePerSecond ?? null,
    windowSize: body.windowSize ?? WINDOW,
    verifyToken: body.verifyToken ?? null,
    senderNames: body.senderNames ?? {},
  };
}

const wrong = (field: string, problem: string) => new Refusal('bad-request', { field, problem });

function missing(field: string): never {
  throw wrong(field, 'is required');
}
