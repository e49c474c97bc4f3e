// The groups of operations, in the order of the documents. The tag of an operation is the first part of its path.
import type { EndpointShape } from '../endpoint.ts';

const TAGS: Readonly<Record<string, string>> = {
  auth: 'Tokens.',
  company: 'Companies of the partner, their documents and callback secrets.',
  senders: 'Sender names: registration, review, suspension.',
  dispatches: 'Dispatches: one text to many recipients.',
  messages: 'Messages of dispatches and their statuses.',
  recipients: 'Blacklist of a company.',
  price: 'Tariffs and fees of sender names.',
  ping: 'Check of the connection.',
  balance: 'Available money of the account.',
  message: 'Single messages and cascades: send, find, stop.',
  dispatch: 'Dispatches: one text to many recipients, with a start and an end.',
  events: 'Feed of numbered events, the same as those of callbacks.',
  'sender-names': 'Sender names of the account.',
  templates: 'Templates of texts, which decide on traffic type and price.',
  subscribers: 'Subscribers of the bots of the account.',
  verifier: 'Codes that prove a phone number.',
  'flashcall-conversion': 'Results of flash calls.',
  widget: 'Calls of the verification widget from the browsers of visitors.',
  callbacks: 'Requests that the service makes to the callback URLs of clients.',
  partners: 'Partners and their users.',
  companies: 'Companies: settings, wallets, callbacks, corrections.',
  'company-accounts': 'Companies with their activity.',
  documents: 'Documents of companies.',
  review: 'Review board of sender names.',
  'price-lists': 'Price lists.',
  tariffs: 'Versions of tariffs.',
  'sender-fees': 'Versions of the monthly fees of sender names.',
  'wallet-entries': 'Wallet transactions of all companies.',
  keys: 'Keys of the messaging API.',
  'traffic-centers': 'Traffic centers of accounts.',
  'inbound-rules': 'Rules for inbound messages.',
  'verification-profiles': 'Verification profiles.',
  'verification-conversions': 'Shares of entered codes.',
  'verification-stops': 'Stops of verification codes.',
  widgets: 'Verification widgets.',
  'widget-errors': 'Errors that widgets have reported.',
  links: 'Links to operators and providers.',
  margin: 'Prices, costs and margins of messages.',
  'exchange-rates': 'Rates between the currencies of prices and costs.',
  'margin-waits': 'Messages that wait because every link costs more than the client pays.',
  blocks: 'Blocked numbers and sender names.',
  numbers: 'Numbers: routing and erasure.',
  destinations: 'Countries that are open for messages.',
  'spend-alarms': 'Alarms about unusual spending.',
  'short-links': 'Short links.',
  switches: 'Emergency switches.',
  ops: 'State of the installation.',
  alerts: 'Alerts to people on duty.',
  'alert-silences': 'Silences of alerts.',
  'duty-contacts': 'Contacts that get notices about alerts.',
  audit: 'Audit of money and messages.',
  actions: 'Log of staff actions.',
  staff: 'Staff and their roles.',
  'failed-sign-ins': 'Failed sign-ins.',
};

export function tagOf({ surface, path }: EndpointShape): string {
  return surface === 'widget' ? 'widget' : (path.split('/')[1] ?? '');
}

export function tagsOf(names: ReadonlySet<string>): readonly { readonly name: string; readonly description: string }[] {
  for (const name of names) if (!Object.hasOwn(TAGS, name)) throw new Error(`the tag ${name} has no description`);
  return Object.entries(TAGS).flatMap(([name, description]) => (names.has(name) ? [{ name, description }] : []));
}
