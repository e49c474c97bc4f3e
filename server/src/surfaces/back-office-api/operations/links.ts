import * as contract from '@volley/contract/back-office/delivery/links.ts';
import { formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { channelProblem, settingFaults } from '@volley/domain/links/link-settings.ts';
import { channelsOf, type HttpProtocol, hasLinkAccount } from '@volley/domain/links/provider-protocol.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Static } from 'typebox';
import { LINK_ID_FORMS } from '../../../connectors/sms-smpp/id-form.ts';
import { changeLinkAs, listLinksAs, putLinkAs } from '../../../features/back-office/manage-links.ts';
import type { GovernedLink } from '../../../features/operator-links/governed-link.ts';
import { type HttpLinkDraft, type LinkDraft, NO_ACCOUNT } from '../../../features/operator-links/own-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { refuseReasonAlone } from '../reason.ts';

const WINDOW = 10;
const SMPP_PASSWORD_MAX = 8;
const SECRET_MIN = 16;

export function mountLinks(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'secrets'>): void {
  mount(app, contract.listLinks, platform, async () => ({ items: (await listLinksAs(platform)).map(shown) }));

  mount(app, contract.putLink, platform, async ({ actor, body }) =>
    shown(await putLinkAs(platform, actor, draftOf(body))),
  );

  mount(app, contract.changeLink, platform, async ({ actor, params, body }) => {
    refuseReasonAlone(body);
    return shown(await changeLinkAs(platform, actor, params.id, body));
  });
}

const shown = ({ brands, lastBoundAt, degradedSince, ...link }: GovernedLink) => ({
  ...link,
  brands: [...brands],
  degradedSince: formatDatetimeOrNull(degradedSince),
  lastBoundAt: formatDatetimeOrNull(lastBoundAt),
});

type PutBody = Static<NonNullable<typeof contract.putLink.body>>;

function draftOf(body: PutBody): LinkDraft | HttpLinkDraft {
  const { protocol = 'SMPP', settings = {} } = body;
  refuseFaults(settingFaults(protocol, settings));
  return protocol === 'SMPP' ? smppLink(body) : httpLink(protocol, body);
}

function smppLink({ name, brands, ...body }: PutBody): LinkDraft {
  const { systemId = missing('systemId'), password = missing('password') } = body;
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

function httpLink(protocol: HttpProtocol, { name, brands, ...body }: PutBody): HttpLinkDraft {
  return {
    protocol,
    name,
    brands,
    ...accountOf(protocol, body),
    channelType: channelOf(protocol, body),
    url: body.url ?? missing('url'),
    ratePerSecond: body.ratePerSecond ?? null,
    windowSize: body.windowSize ?? WINDOW,
    verifyToken: body.verifyToken ?? null,
    senderNames: body.senderNames ?? {},
    settings: body.settings ?? {},
  };
}

function accountOf(protocol: HttpProtocol, { systemId, password }: Pick<PutBody, 'systemId' | 'password'>) {
  if (!hasLinkAccount(protocol)) return NO_ACCOUNT;
  if (systemId === undefined) return missing('systemId');
  if (password === undefined) return missing('password');
  if (password.length < SECRET_MIN) throw wrong('password', `must be at least ${SECRET_MIN} characters long`);
  return { systemId, password };
}

function channelOf(protocol: HttpProtocol, body: Pick<PutBody, 'channelType' | 'settings'>): ChannelType {
  const known = channelsOf(protocol);
  const [only] = known === 'any' || known.length > 1 ? [] : known;
  const given = body.channelType ?? only ?? missing('channelType');
  if (known !== 'any' && !known.includes(given))
    throw wrong('channelType', `must be ${known.join(', ')} for ${protocol}`);
  const problem = channelProblem(protocol, given, body.settings ?? {});
  if (problem !== undefined) throw wrong('channelType', problem);
  return given;
}

const wrong = (field: string, problem: string) => new Refusal('bad-request', { field, problem });

function missing(field: string): never {
  throw wrong(field, PROBLEM.required);
}
