// A company that may receive inbound messages, with a name on WHATSAPP and rules that staff set for it.
import { expect } from 'vitest';
import { givenCompany, signUp } from '../api.ts';
import type { Cell } from '../cell.ts';
import { numberAt } from '../http-client.ts';
import { type GivenStaff, givenStaff } from './staff.ts';

let names = 0;

/** A sender name that is unique in the test file. */
const newName = () => `Shop${(names += 1)}`;

export type Receiver = {
  readonly companyId: number;
  readonly token: string;
  readonly senderName: string;
  readonly defaultCenterId: number;
  readonly staff: GivenStaff;
  readonly addName: () => Promise<string>;
  readonly addCenter: (name: string) => Promise<number>;
  readonly addRule: (rule: object) => Promise<number>;
};

export async function givenReceiver(cell: Cell, { enabled = true } = {}): Promise<Receiver> {
  const { token } = await signUp(cell.platform, cell.call);
  const companyId = await givenCompany(cell, token);
  const staff = await givenStaff(cell, 'admin');
  const made = async (path: string, body: object) => {
    const reply = await staff.ask('POST', path, body);
    expect([reply.status, reply.text]).toEqual([201, reply.text]);
    return numberAt(reply.body, 'id');
  };
  const addName = async () => {
    const senderName = newName();
    const name = { companyId, senderName, brand: 'MTS', channelType: 'WHATSAPP', commonType: 'COMMON' };
    const { status } = await cell.call('POST', '/senders', {
      token,
      body: { ...name, dateFrom: '2024-07-01T00:00:00Z' },
    });
    expect(status).toBe(201);
    return senderName;
  };
  const [center] = await cell.sql<{ id: number }>('select id from traffic_centers where company_id = $1', [companyId]);
  if (enabled) expect((await staff.ask('PUT', `/companies/${companyId}`, { inboundEnabled: true })).status).toBe(200);
  return {
    companyId,
    token,
    staff,
    senderName: await addName(),
    defaultCenterId: center?.id ?? 0,
    addName,
    addCenter: (name) => made('/traffic-centers', { companyId, name }),
    addRule: (rule) => made('/inbound-rules', { companyId, ...rule }),
  };
}
