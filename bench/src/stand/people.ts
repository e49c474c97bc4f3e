// Whoever signs in to a stand: partners, staff, and links to its console.
import { randomBytes } from 'node:crypto';
import type { Credentials } from './partner-client.ts';
import type { ServerProgram } from './server-program.ts';

export type People = {
  /** A new partner that has nothing yet. */
  readonly givenLogin: (login?: string) => Promise<Credentials>;
  /** A new admin of the back office. */
  readonly givenAdmin: () => Promise<Credentials>;
  /** The address of the console that signs somebody in once. */
  readonly signInLink: (login: string, kind: 'partner' | 'staff') => Promise<string>;
};

const newName = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`;
const newPassword = () => randomBytes(12).toString('hex');

export function peopleOf(server: ServerProgram, apiUrl: () => string): People {
  return {
    givenLogin: async (login = newName('stand')) => {
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
