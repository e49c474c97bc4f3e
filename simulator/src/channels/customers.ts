// Accounts of the customers of the provider's client, by name. A message that is signed with one of them is listed with
// its name.
export type Customer = { secret: string; isThrottled: boolean };
export type Customers = Map<string, Customer>;

/** `{"account": "shop", "secret": "…", "throttled": true}`; a secret of null removes the account. */
export function setCustomer(customers: Customers, body: Readonly<Record<string, unknown>>): string | undefined {
  const { account, secret, throttled = false } = body;
  if (typeof account !== 'string' || account === '') return 'account is missing';
  if (secret === null) {
    customers.delete(account);
    return undefined;
  }
  if (typeof secret !== 'string' || secret === '') return 'secret must be a text or null';
  if (typeof throttled !== 'boolean') return 'throttled must be true or false';
  customers.set(account, { secret, isThrottled: throttled });
  return undefined;
}
