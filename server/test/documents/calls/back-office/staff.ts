// Staff, their log, and people on duty.
import { randomUUID } from 'node:crypto';
import { numberAt } from '../../../given/http-client.ts';
import { type Ground, made, newName } from '../ground.ts';
import type { Calls } from '../request.ts';

const staffDraft = () => ({ login: newName('staff'), password: randomUUID(), roles: ['support'] });

async function newStaff(ground: Ground): Promise<{ params: { id: number } }> {
  return { params: { id: numberAt(await made(ground, 'POST', '/staff', staffDraft()), 'staffId') } };
}

const silenceDraft = ({ cell }: Ground) => ({
  pattern: 'link-down:*',
  until: new Date(cell.now().getTime() + 3_600_000).toISOString(),
  reason: 'maintenance',
});

async function newSilence(ground: Ground): Promise<{ params: { id: number } }> {
  return { params: { id: numberAt(await made(ground, 'POST', '/alert-silences', silenceDraft(ground)), 'silenceId') } };
}

const contactDraft = ({ cell }: Ground) => ({
  name: newName('Shift'),
  address: cell.sink.url('/duty'),
  severities: ['CRITICAL'],
  language: 'en',
  enabled: true,
});

async function newContact(ground: Ground): Promise<{ params: { id: number } }> {
  const draft = { kind: 'WEBHOOK', ...contactDraft(ground) };
  return { params: { id: numberAt(await made(ground, 'POST', '/duty-contacts', draft), 'contactId') } };
}

export const STAFF_CALLS: Calls = {
  issueStaffToken: ({ staff: { login, password } }) => ({ body: { login, password } }),
  adminCreateStaff: () => ({ body: staffDraft() }),
  adminListStaff: () => ({}),
  adminSetStaffRoles: async (ground) => ({ ...(await newStaff(ground)), body: { roles: ['sre'] } }),
  adminSetStaffStatus: async (ground) => ({ ...(await newStaff(ground)), body: { status: 'DISABLED' } }),
  adminChangeStaffPassword: async (ground) => ({ ...(await newStaff(ground)), body: { password: randomUUID() } }),
  adminListStaffActions: () => ({}),
  adminExportStaffActions: () => ({}),
  adminListFailedSignIns: async ({ cell, staff: { login } }) => {
    await cell.call('POST', '/admin/v1/auth/token', { body: { login, password: 'wrong' } });
    return {};
  },
  adminAuditFindings: () => ({}),
  adminGetOps: () => ({ query: { points: 'all' } }),
  adminListAlerts: () => ({}),
  adminListAlertHistory: () => ({}),
  adminListAlertSilences: async (ground) => {
    await newSilence(ground);
    return {};
  },
  adminCreateAlertSilence: (ground) => ({ body: silenceDraft(ground) }),
  adminEndAlertSilence: newSilence,
  adminListDutyContacts: async (ground) => {
    await newContact(ground);
    return {};
  },
  adminCreateDutyContact: (ground) => ({ body: { kind: 'WEBHOOK', ...contactDraft(ground) } }),
  adminChangeDutyContact: async (ground) => ({ ...(await newContact(ground)), body: contactDraft(ground) }),
  adminRotateDutyContactSecret: newContact,
  adminRemoveDutyContact: newContact,
  adminTestDutyContact: newContact,
};
