import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Id, IdParams } from '../../fields.ts';
import { AccountFields, AccountProtocol, AccountTest, AccountValues } from '../../shapes/sender-account.ts';

const fields = {
  ...AccountFields,
  link: Type.Union([Type.Object({ linkId: Id, name: Type.String() }), Type.Null()], {
    description: 'the link of the account, or of a new one',
  }),
};

export const getSenderAccount = endpoint({
  id: 'adminGetSenderAccount',
  surface: 'back-office',
  method: 'GET',
  path: '/senders/{id}/account',
  summary: 'Get the account of a sender name at the provider, without its secrets',
  auth: 'staff',
  capability: 'links.read',
  params: IdParams,
  responses: { 200: Type.Object(fields) },
});

export const putSenderAccount = endpoint({
  id: 'adminPutSenderAccount',
  surface: 'back-office',
  method: 'PUT',
  path: '/senders/{id}/account',
  summary: 'Store the account of a sender name at the provider and test it; waiting messages go',
  auth: 'staff',
  capability: 'links.write',
  params: IdParams,
  body: Type.Object({
    values: AccountValues,
    protocol: AccountProtocol,
    linkId: Type.Optional(
      Type.Unsafe<number>({ ...Id, description: 'absent: the present link, otherwise the first of the protocol' }),
    ),
  }),
  responses: { 200: Type.Object({ ...fields, test: AccountTest }) },
});

export const removeSenderAccount = endpoint({
  id: 'adminRemoveSenderAccount',
  surface: 'back-office',
  method: 'DELETE',
  path: '/senders/{id}/account',
  summary: 'Remove the account of a sender name; its messages go under the account of the link, if the provider allows',
  auth: 'staff',
  capability: 'links.write',
  params: IdParams,
  responses: { 200: Type.Object(fields) },
});
