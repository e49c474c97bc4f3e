// Entry point of the package `@volley/smpp`.
export { BindRefused, type ClientTls, type ConnectOptions, connectSmpp } from './client.ts';
export { commandStatus, dataCoding, esmClass, noAnswer, tlvTag } from './commands.ts';
export {
  type LongTextForm,
  longTextForms,
  longTextSubmits,
  splitText,
  type TextPart,
  textBytes,
  textPart,
} from './long-text.ts';
export { type MessageIdForm, messageIdForms, normalizeMessageId } from './message-id.ts';
export {
  type BindMode,
  type BindRequest,
  bindModes,
  type DeliverSm,
  type Malformation,
  type NetworkErrorCode,
  type Sar,
  type SubmitSm,
  type Tlv,
} from './pdus.ts';
export {
  decodeUcs2,
  encodeUcs2,
  isReceipt,
  messageStateNumber,
  parseReceipt,
  type Receipt,
  type ReceiptState,
  receiptStates,
  receiptTime,
} from './receipt.ts';
export { type FailedTry, type KeepConnectedOptions, type KeptConnection, keepConnected } from './reconnect.ts';
export { defaultReconnectDelays, type ReconnectDelays } from './reconnect-delay.ts';
export { type ListenOptions, listenSmpp, type ServerTls, type SmppServer } from './server.ts';
export type { Respond, SmppSession } from './session.ts';
export { defaultSettings, type SessionSettings } from './session-settings.ts';
export { statusName } from './status-name.ts';
export { TextJoiner, type TextJoinerOptions } from './text-joiner.ts';
export { relativeValidity } from './time.ts';
