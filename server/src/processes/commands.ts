// One-off commands of an operator of the platform. Each prints one JSON line.
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@volley/domain/staff-role.ts';
import type { Config } from '../config.ts';
import { createPartner } from '../features/access/create-partner.ts';
import { createStaff } from '../features/back-office/manage-staff.ts';
import { rotateCredentials } from '../features/callbacks/rotate-credentials.ts';
import { putLink, rotateLinkPasswords } from '../features/operator-links/own-links.ts';
import { mintSignInLink } from '../features/sessions/sign-in-links.ts';
import { auditMoney } from '../features/settlement/audit.ts';
import { rotateWidgetSecrets } from '../features/verification/rotate-widget-secrets.ts';
import type { Platform } from '../platform/platform.ts';
import { required } from './options.ts';
import { prepareDatabase } from './prepare.ts';
import { readLinks } from './read-links.ts';

type Command = (platform: Platform, args: readonly string[]) => Promise<unknown>;

/** Needs no platform: it makes the ground the others stand on. */
export const migrateCommand = (config: Config) => prepareDatabase(config);

export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-partner': async (platform, args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        login: { type: 'string' },
        password: { type: 'string' },
        currency: { type: 'string', default: 'RUB' },
      },
    });
    return createPartner(platform, {
      login: required(values.login, 'login'),
      password: required(values.password, 'password'),
      currency: values.currency,
    });
  },
  'create-staff': async (platform, args) => {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args: [...args], options: { login: text, password: text, roles: text } });
    return createStaff(platform, 'command', {
      login: required(values.login, 'login'),
      password: required(values.password, 'password'),
      roles: required(values.roles, 'roles').split(',').map(staffRole),
    });
  },
  'create-sign-in-link': async (platform, args) => {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args: [...args], options: { login: text, kind: { ...text, default: 'partner' } } });
    if (values.kind !== 'partner' && values.kind !== 'staff') throw new Error('--kind is partner or staff');
    const { token, expiresAt } = await mintSignInLink(platform, {
      login: required(values.login, 'login'),
      kind: values.kind,
    });
    return { token, path: `/console/sign-in#link=${token}`, expiresAt };
  },
  'put-link': async (platform, args) => {
    const linkIds: number[] = [];
    for (const link of readLinks(args)) linkIds.push(await putLink(platform, link));
    platform.bus.ring('links');
    return { linkId: linkIds[0], ...(linkIds.length > 1 && { linkIds }) };
  },
  audit: async (platform) => {
    const findings = await auditMoney(platform);
    if (findings.length > 0) process.exitCode = 1;
    return { findings };
  },
  'rotate-secrets': async (platform) => ({
    callbacks: await rotateCredentials(platform),
    links: await rotateLinkPasswords(platform),
    widgets: await rotateWidgetSecrets(platform),
  }),
};

function staffRole(text: string): StaffRole {
  const role = STAFF_ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`--roles are some of ${STAFF_ROLES.join(', ')}`);
  return role;
}
