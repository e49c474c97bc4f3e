// Entry point of the package `@volley/smpp`.
export { BindRefused, type ClientTls, type ConnectOptions, connectSmpp } from './client.ts';
export { commandStatus, dataCoding, esmClass, noAnswer, tlvTag } from './codec/commands.ts';
export { type MessageIdForm, messageIdForms, normalizeMessageId } from './codec/message-id.ts';
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
} from './codec/pdus.ts';
export { statusName } from './codec/status-name.ts';
export { relativeValidity } from './codec/time.ts';
export { type FailedTry, type KeepConnectedOptions, type KeptConnection, keepConnected } from './reconnect.ts';
export { defaultReconnectDelays, type ReconnectDelays } from './reconnect-delay.ts';
export { type ListenOptions, listenSmpp, type ServerTls, type SmppServer } from './server.ts';
export type { Respond, SmppSession } from './session/session.ts';
export { defaultSettings, type SessionSettings } from './session/session-settings.ts';
export {
  type LongTextForm,
  longTextForms,
  longTextSubmits,
  splitText,
  type TextPart,
  textBytes,
  textPart,
} from './texts/long-text.ts';
export {
  decodeUcs2,
  encodeUcs2,
  isReceipt,
  parseReceipt,
  type Receipt,
  receiptTime,
} from './texts/receipt.ts';
export { messageStateNumber, type ReceiptState, receiptStates } from './texts/receipt-states.ts';
export { TextJoiner, type TextJoinerOptions } from './texts/text-joiner.ts';
