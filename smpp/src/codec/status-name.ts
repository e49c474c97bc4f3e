// Names of command statuses in the SMPP 3.4 standard (section 5.1.3) and in operators' manuals.
import { noAnswer } from './commands.ts';

const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'ESME_ROK'],
  [0x01, 'ESME_RINVMSGLEN'],
  [0x02, 'ESME_RINVCMDLEN'],
  [0x03, 'ESME_RINVCMDID'],
  [0x04, 'ESME_RINVBNDSTS'],
  [0x05, 'ESME_RALYBND'],
  [0x06, 'ESME_RINVPRTFLG'],
  [0x07, 'ESME_RINVREGDLVFLG'],
  [0x08, 'ESME_RSYSERR'],
  [0x0a, 'ESME_RINVSRCADR'],
  [0x0b, 'ESME_RINVDSTADR'],
  [0x0c, 'ESME_RINVMSGID'],
  [0x0d, 'ESME_RBINDFAIL'],
  [0x0e, 'ESME_RINVPASWD'],
  [0x0f, 'ESME_RINVSYSID'],
  [0x14, 'ESME_RMSGQFUL'],
  [0x15, 'ESME_RINVSERTYP'],
  [0x43, 'ESME_RINVESMCLASS'],
  [0x45, 'ESME_RSUBMITFAIL'],
  [0x53, 'ESME_RINVSYSTYP'],
  [0x58, 'ESME_RTHROTTLED'],
  [0x64, 'ESME_RX_T_APPN'],
  [0x65, 'ESME_RX_P_APPN'],
  [0x66, 'ESME_RX_R_APPN'],
  [0xc0, 'ESME_RINVOPTPARSTREAM'],
  [0xc2, 'ESME_RINVPARLEN'],
  [0xff, 'ESME_RUNKNOWNERR'],
]);

/** The name, or the number of a status outside the standard: `0x455`. */
export function statusNameOrNumber(status: number): string {
  return names.get(status) ?? `0x${status.toString(16).padStart(2, '0')}`;
}

/** All statuses outside the standard share one name, so a peer cannot create unlimited metric labels. */
export function statusName(status: number): string {
  if (status === noAnswer) return 'no-answer';
  return names.get(status) ?? 'other-status';
}
