import type { TextId } from '../../texts/text-id.ts';

/** Texts of actions by their endpoint; an unknown one shows its endpoint. */
export const ACTION_TEXTS: Readonly<Record<string, TextId>> = {
  signIn: 'team.action.signIn',
  signOut: 'team.action.signOut',
  endSession: 'team.action.endSession',
  endOtherSessions: 'team.action.endSession',
  consoleCreateUser: 'team.action.createUser',
  consoleChangeUser: 'team.action.changeUser',
  createCompany: 'team.action.createCompany',
  updateCompany: 'team.action.updateCompany',
  uploadDocument: 'team.action.uploadDocument',
  createSender: 'team.action.createSender',
  updateSender: 'team.action.updateSender',
  suspendSender: 'team.action.suspendSender',
  unsuspendSender: 'team.action.unsuspendSender',
  consolePutSenderAccount: 'team.action.senderAccount',
  consoleRemoveSenderAccount: 'team.action.removeSenderAccount',
  consoleUploadSubscribers: 'team.action.uploadSubscribers',
  consoleDeleteSubscribers: 'team.action.deleteSubscribers',
  consoleInviteSubscriber: 'team.action.inviteSubscriber',
  createDispatch: 'team.action.createDispatch',
  appendMessages: 'team.action.appendMessages',
  noteLeftOut: 'team.action.noteLeftOut',
  startDispatch: 'team.action.startDispatch',
  startAnyDispatch: 'team.action.startDispatch',
  stopDispatch: 'team.action.stopDispatch',
  stopAnyDispatch: 'team.action.stopDispatch',
  putRecipient: 'team.action.putRecipient',
  consoleImportBlacklist: 'team.action.importBlacklist',
  consoleCreateKey: 'team.action.createKey',
  consoleReissueKey: 'team.action.reissueKey',
  consoleAllowKeyAddresses: 'team.action.keyAddresses',
  consoleDeactivateKey: 'team.action.deactivateKey',
  consoleReplayCallbacks: 'team.action.replayCallbacks',
  consoleSendExampleCallback: 'team.action.exampleCallback',
  consoleRotateCallbackSecret: 'team.action.rotateSecret',
  consoleCreateInboundRule: 'team.action.inboundRule',
  consoleChangeInboundRule: 'team.action.inboundRule',
  consoleRemoveInboundRule: 'team.action.inboundRule',
  consoleCreateCenter: 'team.action.center',
  consoleSetDefaultCenter: 'team.action.center',
  consoleCreateVerificationProfile: 'team.action.verificationProfile',
  consoleChangeVerificationProfile: 'team.action.verificationProfile',
  consoleCreateWidget: 'team.action.widget',
  consoleChangeWidget: 'team.action.widget',
  consoleLiftVerificationStop: 'team.action.liftStop',
  consoleExportMessages: 'team.action.export',
  consoleDownloadRequests: 'team.action.export',
  consoleDownloadOperations: 'team.action.export',
  consoleDownloadSenders: 'team.action.export',
  consoleDownloadCompanies: 'team.action.export',
  consoleDownloadDocument: 'team.action.downloadDocument',
};

/** The page of an action's subject, by the first word of its path. */
export function subjectAddress(kind: string, id: string): string | undefined {
  if (id === '') return undefined;
  const places: Readonly<Record<string, string>> = {
    company: `/companies/${id}`,
    dispatches: `/dispatches/${id}`,
    senders: `/senders/${id}`,
    user: '/team',
    'verification-profile': `/verification/profiles/${id}`,
    widget: `/verification/widgets/${id}`,
  };
  return places[kind];
}
