import * as contract from '@volley/contract/console/session.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { SignedIn } from '@volley/domain/people/actor.ts';
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { rightsOf } from '@volley/domain/people/partner-role.ts';
import { capabilitiesOf } from '@volley/domain/people/staff-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { endOtherSessions, endSession, listSessions } from '../../features/sessions/own-sessions.ts';
import { endedCookie, sessionCookie } from '../../features/sessions/session-cookie.ts';
import { type NewSignIn, signIn, signInByLink } from '../../features/sessions/sign-in.ts';
import { whoIs } from '../../features/sessions/who-is.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { type Browser, mount } from '../http/mount-endpoint.ts';
import { guardSignIn } from '../http/sign-in/sign-in-guard.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'costs'>;

export function mountSession(app: ApiServer, platform: Needs): void {
  mountSignIn(app, platform);

  mount(app, contract.getSession, platform, ({ actor }) => shown(platform, actor));

  mount(app, contract.signOut, platform, async ({ actor, browser }) => {
    await endSession(platform, actor, actor.sessionId);
    browser.setCookie(endedCookie(browser.secure));
    return {};
  });

  mount(app, contract.listSessions, platform, async ({ actor }) => ({
    items: (await listSessions(platform, actor)).map(({ createdAt, lastSeenAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: formatDatetime(createdAt),
      lastSeenAt: formatDatetime(lastSeenAt),
      expiresAt: formatDatetime(expiresAt),
    })),
  }));

  mount(app, contract.endSession, platform, async ({ actor, params }) => {
    await endSession(platform, actor, params.id);
    return {};
  });

  mount(app, contract.endOtherSessions, platform, async ({ actor }) => ({
    ended: await endOtherSessions(platform, actor),
  }));
}

function mountSignIn(app: ApiServer, platform: Needs): void {
  mount(app, contract.signIn, platform, async ({ body, address, limit, browser }) => {
    const found = await guardSignIn(app, platform, { login: body.login, address, limit, lane: 'strangers' }, (turn) =>
      signIn(platform, body, { address, ...browser }, turn),
    );
    return signedIn(platform, found, browser);
  });

  mount(app, contract.signInByLink, platform, async ({ body, address, limit, browser }) => {
    const found = await signInByLink(platform, body.token, { address, ...browser }).catch((error: unknown) => {
      // A sign-in link is found by its digest, which is cheap, so only failures are counted.
      if (error instanceof Refusal) limit(app.limiters?.login.take(`link ${addressBlock(address)}`));
      throw error;
    });
    return signedIn(platform, found, browser);
  });
}

function signedIn(platform: Needs, { actor, cookieValue }: NewSignIn, browser: Browser) {
  browser.setCookie(sessionCookie(cookieValue, browser.secure));
  return shown(platform, actor);
}

async function shown(platform: Needs, actor: SignedIn) {
  const { name, companies } = await whoIs(platform, actor);
  const { kind, login, csrfToken } = actor;
  const known = { kind, login, name, csrfToken, testMode: platform.config.testMode, companies };
  if (actor.kind === 'staff')
    return { ...known, rights: [], roles: [...actor.roles], capabilities: capabilitiesOf(actor.roles) };
  const { role, currency } = actor;
  return { ...known, role, currency, rights: [...rightsOf(role)], roles: [], capabilities: [] };
}
