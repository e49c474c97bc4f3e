// Logins of a harness: partners, staff and sign-in links to the console.
import { randomBytes } from 'node:crypto';
import type { Credentials } from './partner-client.ts';
import type { ServerProgram } from './server-program.ts';

export type Logins = {
  /** Creates a partner without companies. */
  readonly givenLogin: (login?: string) => Promise<Credentials>;
  /** Creates an admin of the back office. */
  readonly givenAdmin: () => Promise<Credentials>;
  /** Console address that signs a user in once. */
  readonly signInLink: (login: string, kind: 'partner' | 'staff') => Promise<string>;
};

const newName = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`;
const newPassword = () => randomBytes(12).toString('hex');

export function openLogins(server: ServerProgram, apiUrl: () => string): Logins {
  return {
    givenLogin: async (login = newName('harness')) => {
      const account = { login, password: newPassword() };
      await server.createPartner(account.login, account.password);
      return account;
    },
    givenAdmin: async () => {
      const account = { login: newName('admin'), password: newPassword() };
      await server.createStaff(account.login, account.password, 'admin');
      return account;
    },
    signInLink: async (login, kind) => `${apiUrl()}/console/sign-in#link=${await server.createSignInLink(login, kind)}`,
  };
}
