import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../fields.ts';
import { AccountFields, AccountProtocol, AccountTest, AccountValues } from '../shapes/sender-account.ts';

export const getSenderAccount = endpoint({
  id: 'consoleGetSenderAccount',
  surface: 'console',
  method: 'GET',
  path: '/senders/{id}/account',
  summary: 'Get the account of a sender name at the provider, without its secrets',
  auth: 'session',
  right: 'senders.read',
  params: IdParams,
  responses: { 200: Type.Object(AccountFields) },
});

export const putSenderAccount = endpoint({
  id: 'consolePutSenderAccount',
  surface: 'console',
  method: 'PUT',
  path: '/senders/{id}/account',
  summary: 'Store the account of a sender name at the provider and test it; waiting messages go',
  auth: 'session',
  right: 'senders.write',
  params: IdParams,
  body: Type.Object({ values: AccountValues, protocol: AccountProtocol }),
  responses: { 200: Type.Object({ ...AccountFields, test: AccountTest }) },
});

export const removeSenderAccount = endpoint({
  id: 'consoleRemoveSenderAccount',
  surface: 'console',
  method: 'DELETE',
  path: '/senders/{id}/account',
  summary: 'Remove the account of a sender name; its messages go under the shared account, if the provider allows',
  auth: 'session',
  right: 'senders.write',
  params: IdParams,
  responses: { 200: Type.Object(AccountFields) },
});
