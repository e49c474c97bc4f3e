// Ids of all texts, so that an unknown id does not compile. An area's texts load with its pages.
import type alerts from './en/alerts.json';
import type backOffice from './en/backOffice.json';
import type billing from './en/billing.json';
import type blacklist from './en/blacklist.json';
import type companies from './en/companies.json';
import type developers from './en/developers.json';
import type dispatches from './en/dispatches.json';
import type errors from './en/errors.json';
import type kit from './en/kit.json';
import type messages from './en/messages.json';
import type newDispatch from './en/newDispatch.json';
import type overview from './en/overview.json';
import type providerTemplates from './en/providerTemplates.json';
import type senderAccount from './en/senderAccount.json';
import type senders from './en/senders.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type subscribers from './en/subscribers.json';
import type team from './en/team.json';
import type tools from './en/tools.json';
import type verification from './en/verification.json';

type Texts = {
  shell: typeof shell;
  kit: typeof kit;
  overview: typeof overview;
  team: typeof team;
  settings: typeof settings;
  dispatches: typeof dispatches;
  newDispatch: typeof newDispatch;
  messages: typeof messages;
  blacklist: typeof blacklist;
  tools: typeof tools;
  companies: typeof companies;
  senders: typeof senders;
  senderAccount: typeof senderAccount;
  providerTemplates: typeof providerTemplates;
  subscribers: typeof subscribers;
  billing: typeof billing;
  developers: typeof developers;
  errors: typeof errors;
  backOffice: typeof backOffice;
  alerts: typeof alerts;
  verification: typeof verification;
};

export type TextArea = keyof Texts;
// Areas without texts yet add nothing to the union.
// oxlint-disable-next-line typescript/no-redundant-type-constituents
export type TextId = { [Area in TextArea]: keyof Texts[Area] }[TextArea] & string;
