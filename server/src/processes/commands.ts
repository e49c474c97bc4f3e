// Commands for operators. Each prints one JSON line, or text. They run as the system, so row-level security
// hides nothing from them.
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@volley/domain/people/staff-role.ts';
import type { Config } from '../config.ts';
import { createPartner } from '../features/access/create-partner.ts';
import { createStaff } from '../features/back-office/staff/manage-staff.ts';
import { rotateCredentials } from '../features/callbacks/targets/rotate-credentials.ts';
import { rotateContactSecrets } from '../features/duty/contacts/rotate-contact-secrets.ts';
import { rotateLinkSecrets } from '../features/operator-links/link-secrets.ts';
import { putLink } from '../features/operator-links/own-links.ts';
import { rotateAccountSecrets } from '../features/sender-accounts/rotate-account-secrets.ts';
import { mintSignInLink } from '../features/sessions/sign-in-links.ts';
import { auditMoney } from '../features/settlement/audit/audit.ts';
import { rotateWidgetSecrets } from '../features/verification/widgets/rotate-widget-secrets.ts';
import { AFTER_RESTORE } from './after-restore.ts';
import type { Command } from './command.ts';
import { DROP_MESSAGES } from './drop-messages.ts';
import { required, UsageError } from './options.ts';
import { prepareDatabase } from './prepare.ts';
import { readLinks } from './read-links.ts';
import { STATUS } from './status.ts';

/** Needs no platform: it creates the schema that the platform depends on. */
export const migrateCommand = (config: Config) => prepareDatabase(config);
export const MIGRATE_HELP = 'creates the schema, partitions and reference data; safe to run at any time';

export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-partner': {
    help: '--login L --password P [--currency RUB]: creates a partner',
    run: async (platform, args) => {
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
  },
  'create-staff': {
    help: '--login L --password P --roles R,R: creates a staff account',
    run: async (platform, args) => {
      const text = { type: 'string' } as const;
      const { values } = parseArgs({ args: [...args], options: { login: text, password: text, roles: text } });
      return createStaff(platform, 'command', {
        login: required(values.login, 'login'),
        password: required(values.password, 'password'),
        roles: required(values.roles, 'roles').split(',').map(staffRole),
      });
    },
  },
  'create-sign-in-link': {
    help: '--login L [--kind partner|staff]: prints a one-time sign-in link',
    run: async (platform, args) => {
      const text = { type: 'string' } as const;
      const { values } = parseArgs({
        args: [...args],
        options: { login: text, kind: { ...text, default: 'partner' } },
      });
      if (values.kind !== 'partner' && values.kind !== 'staff') throw new UsageError('--kind must be partner or staff');
      const { token, expiresAt } = await mintSignInLink(platform, {
        login: required(values.login, 'login'),
        kind: values.kind,
      });
      return { token, path: `/console/sign-in#link=${token}`, expiresAt };
    },
  },
  'put-link': {
    help: '--name N --brands 1,0 --host H --port P --system-id S --password P …: creates or changes a link',
    run: async (platform, args) => {
      const linkIds: number[] = [];
      for (const link of readLinks(args)) linkIds.push(await putLink(platform, link));
      platform.bus.wake('links');
      return { linkId: linkIds[0], ...(linkIds.length > 1 && { linkIds }) };
    },
  },
  audit: {
    help: 'recounts money, statuses and counters; exits with 1 on any difference',
    run: async (platform) => {
      const findings = await auditMoney(platform);
      if (findings.length > 0) process.exitCode = 1;
      return { findings };
    },
  },
  'rotate-secrets': {
    help: 'seals stored passwords with the first key of SECRET_KEYS',
    run: async (platform) => ({
      callbacks: await rotateCredentials(platform),
      links: await rotateLinkSecrets(platform),
      accounts: await rotateAccountSecrets(platform),
      widgets: await rotateWidgetSecrets(platform),
      contacts: await rotateContactSecrets(platform),
    }),
  },
  status: STATUS,
  'after-restore': AFTER_RESTORE,
  'drop-messages': DROP_MESSAGES,
};

function staffRole(text: string): StaffRole {
  const role = STAFF_ROLES.find((known) => known === text);
  if (role === undefined) throw new UsageError(`--roles must be some of ${STAFF_ROLES.join(', ')}`);
  return role;
}
