// One-off commands of an operator of the platform. Each prints one JSON line.
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@volley/domain/staff-role.ts';
import type { Config } from '../config.ts';
import { LINK_ID_FORMS } from '../connectors/sms-smpp/id-form.ts';
import { createPartner } from '../features/access/create-partner.ts';
import { createStaff } from '../features/back-office/manage-staff.ts';
import { rotateCredentials } from '../features/callbacks/rotate-credentials.ts';
import { putLink, rotateLinkPasswords } from '../features/operator-links/own-links.ts';
import { auditMoney } from '../features/settlement/audit.ts';
import type { Platform } from '../platform/platform.ts';
import { prepareDatabase } from './prepare.ts';

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
  'put-link': async (platform, args) => {
    const linkId = await putLink(platform, readLink(args));
    platform.bus.ring('links');
    return { linkId };
  },
  audit: async (platform) => {
    const findings = await auditMoney(platform);
    if (findings.length > 0) process.exitCode = 1;
    return { findings };
  },
  'rotate-secrets': async (platform) => ({
    callbacks: await rotateCredentials(platform),
    links: await rotateLinkPasswords(platform),
  }),
};

function readLink(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: text,
      brands: text,
      host: text,
      port: text,
      'system-id': text,
      password: text,
      rate: text,
      window: text,
      tls: { type: 'boolean', default: false },
      'id-form': text,
    },
  });
  const idForm = values['id-form'] ?? 'as-is';
  if (!(idForm in LINK_ID_FORMS)) throw new Error(`--id-form is one of ${Object.keys(LINK_ID_FORMS).join(', ')}`);
  return {
    name: required(values.name, 'name'),
    brands: required(values.brands, 'brands').split(',').map(whole),
    host: required(values.host, 'host'),
    port: whole(required(values.port, 'port')),
    systemId: required(values['system-id'], 'system-id'),
    password: required(values.password, 'password'),
    ratePerSecond: values.rate === undefined ? null : whole(values.rate),
    windowSize: whole(values.window ?? '10'),
    tls: values.tls,
    idForm,
  };
}

function staffRole(text: string): StaffRole {
  const role = STAFF_ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`--roles are some of ${STAFF_ROLES.join(', ')}`);
  return role;
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`--${name} is missing`);
  return value;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`"${text}" is no whole number`);
  return Number(text);
}
