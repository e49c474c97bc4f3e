// Names of command statuses as the SMPP 3.4 standard and operators' manuals write them (section 5.1.3).
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

/** Statuses without a name of the standard share one, so that a peer cannot make up any number of them. */
export function statusName(status: number): string {
  if (status === noAnswer) return 'no-answer';
  return names.get(status) ?? 'other-status';
}
