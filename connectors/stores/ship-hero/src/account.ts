/** Who the account is, and the warehouses it ships from. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreLocation } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, type GraphqlCall } from './client.ts';
import { ACCOUNT } from './documents.ts';
import { manifest } from './manifest.ts';
import { ID } from './reading.ts';

export const accountCall: GraphqlCall = { name: 'account', document: ACCOUNT };

const ACCOUNT_ID = new RegExp(`^(?:${manifest.accountPattern})$`);

export interface Account {
  readonly id: string;
  readonly name: string;
  /** A 3PL: it ships for customers, who have accounts of their own. */
  readonly isLogistics: boolean;
  readonly warehouses: readonly StoreLocation[];
  readonly problems: readonly string[];
}

function readAddress(warehouse: ObjectReader): Partial<Address> {
  const address = warehouse.maybe('address', (n) => warehouse.object(n));
  const text = (name: string): string | undefined => address?.maybe(name, (n) => address.string(n));
  return {
    name: text('name'),
    companyName: warehouse.maybe('company_name', (n) => warehouse.string(n)),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    provinceCode: text('state'),
    zipcode: text('zip'),
    countryCode: address?.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/)),
    phone: text('phone'),
  };
}

export function readAccount(data: ObjectReader): Account {
  const account = data.object('account').object('data');
  const name = account.maybe('username', (n) => account.string(n));
  return {
    id: account.string('id', ACCOUNT_ID),
    name: name ?? account.string('email'),
    isLogistics: account.maybe('is_3pl', (n) => account.boolean(n)) === true,
    warehouses: account.list('warehouses', (warehouse) => ({
      externalId: warehouse.string('id', ID),
      name: warehouse.string('identifier'),
      address: readAddress(warehouse),
      // Closed ones are not listed.
      active: true,
    })),
    problems: account.problems,
  };
}

/** @throws ConnectorError `refused` when the access is another account's */
async function ownAccount(env: StoreEnv): Promise<Account> {
  const account = readAccount(await ask(env, accountCall));
  if (account.id !== env.externalAccount)
    throw fail('refused', 'This access is of another ShipHero account. Connect the store again.', {
      vendorCode: 'other-account',
    });
  return account;
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  await ownAccount(env);
  const { name: known } = env.settings;
  const name = typeof known === 'string' && known !== '' ? known : 'of this user';
  return { accountName: name, message: `Connected to the ShipHero account ${name}.` };
}

export const locations = async (env: StoreEnv): Promise<readonly StoreLocation[]> => (await ownAccount(env)).warehouses;
