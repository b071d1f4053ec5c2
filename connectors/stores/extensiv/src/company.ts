/**
 * Whose token it is. No call tells the number of a company, but its warehouses have numbers of Extensiv's own: the lowest tells
 * companies apart and stays when the seller makes a new token.
 */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askList, askListWithToken, askWithToken, type Call } from './client.ts';

export const ID = /^[1-9]\d{0,14}$/;

const companyCall: Call = { name: 'company', path: '/v1/companyinfo' };
const warehousesCall: Call = { name: 'warehouses', path: '/v1/warehouses' };
/** The least that may be asked for. */
const someOrders: Call = { name: 'some orders', path: '/v1.1/orders', query: { limit: 10, page: 1 } };

/** Lines two and three of a street in one. */
export const joinedStreets = (...lines: readonly (string | undefined)[]): string | undefined => {
  const more = lines.filter((line) => line !== undefined);
  return more.length === 0 ? undefined : more.join(', ');
};

function readAddress(owner: ObjectReader): Partial<Address> {
  const from = owner.maybe('address', (n) => owner.object(n));
  const text = (name: string): string | undefined => from?.maybe(name, (n) => from.string(n));
  return {
    name: owner.maybe('name', (n) => owner.string(n)),
    address1: text('address1'),
    address2: joinedStreets(text('address2'), text('address3')),
    city: text('city'),
    provinceCode: text('state') ?? text('province'),
    zipcode: text('zipCode'),
    countryCode: from?.maybe('country', (n) => from.string(n, /^[A-Z]{2}$/)),
    phone: owner.maybe('contactPhone', (n) => owner.string(n)),
    email: owner.maybe('contactEmail', (n) => owner.string(n)),
  };
}

const readWarehouse = (warehouse: ObjectReader): StoreLocation => ({
  externalId: warehouse.id('warehouseId', ID),
  name: warehouse.string('name'),
  address: readAddress(warehouse),
  active: warehouse.maybe('active', (n) => warehouse.boolean(n)) ?? true,
});

/** @throws FieldProblem for a company without any warehouse, which Extensiv does not have */
function accountOf(list: ObjectReader): string {
  const [first] = list.strictList('items', (one) => Number(one.id('warehouseId', ID))).toSorted((a, b) => a - b);
  if (first === undefined) throw new FieldProblem('warehouses', 'are empty');
  return `company-${first}`;
}

export const locations = async (env: StoreEnv): Promise<readonly StoreLocation[]> =>
  (await askList(env, warehousesCall)).list('items', readWarehouse);

/** Tries the token on the company, its warehouses and its orders; the currency is that of an order. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const token = credentials.token?.trim() ?? '';
  const company = await askWithToken(env.http, token, companyCall);
  const name = company.string('name');
  const externalAccount = accountOf(await askListWithToken(env.http, token, warehousesCall));
  const orders = await askListWithToken(env.http, token, someOrders);
  const [currency] = orders
    .strictList('items', (one) => one.isolated())
    .flatMap((one) => one.maybe('currency', (n) => one.currency(n)) ?? []);
  return {
    externalAccount,
    name,
    credentials: { [ACCESS_TOKEN]: token },
    settings: {},
    address: readAddress(company),
    currency,
    problems: [],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const accountName = (await ask(env, companyCall)).string('name');
  if (accountOf(await askList(env, warehousesCall)) !== env.externalAccount)
    throw fail('refused', 'This API token is of another Extensiv account. Connect the store again.', {
      vendorCode: 'other-account',
    });
  return { accountName, message: `Extensiv accepts the API token of ${accountName}.` };
}
