/**
 * Whose key it is. Version 1 has no call that says so, but the stores that a key opens have numbers of ShipStation's own: the lowest,
 * inactive ones included, tells accounts apart and stays when the seller makes a new key.
 */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { askList, askListWithPair, pairOf, type Call } from './client.ts';

export const ID = /^[1-9]\d{0,14}$/;

const storesCall: Call = { name: 'stores', path: '/stores', query: { showInactive: 'true' } };
const warehousesCall: Call = { name: 'warehouses', path: '/warehouses' };

interface ShipStationStore {
  readonly id: string;
  readonly active: boolean;
}

const storesOf = (answer: ObjectReader): ShipStationStore[] =>
  answer.strictList('stores', (store) => ({ id: store.id('storeId', ID), active: store.boolean('active') }));

/** @throws FieldProblem for an account without any store, which ShipStation does not have */
function lowest(stores: readonly ShipStationStore[]): string {
  const [first] = stores.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  if (first === undefined) throw new FieldProblem('stores', 'are empty');
  return String(first);
}

/** The one selling channel that is brought in; undefined for all of the account. */
export const onlyStore = (env: Pick<StoreEnv, 'settings'>): string | undefined => {
  const { storeId } = env.settings;
  return typeof storeId === 'string' && ID.test(storeId) ? storeId : undefined;
};

/** What all amounts are in. @throws ConnectorError `invalid-input` for a connection without one */
export function currencyOf(env: Pick<StoreEnv, 'settings'>): string {
  const { currency } = env.settings;
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) return currency;
  throw fail('invalid-input', 'This connection has no currency, and ShipStation does not say one. Connect it again.');
}

/** Lines two and three of a street in one. */
export function readStreets(owner: ObjectReader | undefined): { address1: string; address2: string | undefined } {
  const text = (name: string): string | undefined => owner?.maybe(name, (n) => owner.string(n));
  const more = [text('street2'), text('street3')].filter((line) => line !== undefined);
  return { address1: text('street1') ?? '', address2: more.length === 0 ? undefined : more.join(', ') };
}

function readOrigin(origin: ObjectReader | undefined): Partial<Address> {
  const text = (name: string): string | undefined => origin?.maybe(name, (n) => origin.string(n));
  return {
    name: text('name'),
    companyName: text('company'),
    ...readStreets(origin),
    city: text('city'),
    provinceCode: text('state'),
    zipcode: text('postalCode'),
    countryCode: origin?.maybe('country', (n) => origin.string(n, /^[A-Z]{2}$/)),
    phone: text('phone'),
  };
}

interface Warehouse extends StoreLocation {
  readonly isDefault: boolean;
}

const warehousesOf = (answer: ObjectReader): Warehouse[] =>
  answer.list('warehouses', (warehouse) => ({
    externalId: warehouse.id('warehouseId', ID),
    name: warehouse.string('warehouseName'),
    address: readOrigin(warehouse.maybe('originAddress', (n) => warehouse.object(n))),
    // Inactive ones are not listed.
    active: true,
    isDefault: warehouse.maybe('isDefault', (n) => warehouse.boolean(n)) === true,
  }));

export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  const found = warehousesOf(await askList(env, 'warehouses', warehousesCall));
  return found.map(({ isDefault: _isDefault, ...location }) => location);
}

/** Tries the pair, finds out whose it is, and takes the address of the usual place that ships. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const given = (name: string): string => credentials[name]?.trim() ?? '';
  const pair = pairOf(given('apiKey'), given('apiSecret'));
  const stores = storesOf(await askListWithPair(env.http, pair, 'stores', storesCall));
  const storeId = given('storeId') === '' ? undefined : given('storeId');
  if (storeId !== undefined && !stores.some((store) => store.id === storeId && store.active))
    throw fail(
      'invalid-input',
      `ShipStation has no active store with the number ${storeId} in this account. Leave the number empty to bring in all stores.`,
      { field: 'storeId' },
    );
  const answer = await askListWithPair(env.http, pair, 'warehouses', warehousesCall);
  const places = warehousesOf(answer);
  const place = places.find((one) => one.isDefault) ?? places[0];
  const currency = given('currency');
  const name = given('shopName');
  return {
    externalAccount: storeId === undefined ? `account-${lowest(stores)}` : `store-${storeId}`,
    name,
    credentials: { [ACCESS_TOKEN]: pair },
    settings: { name, currency, storeId: storeId ?? null },
    address: place?.address,
    currency,
    problems: answer.problems,
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const stores = storesOf(await askList(env, 'stores', storesCall));
  const expected = env.externalAccount.replace(/^\w+-/, '');
  if (!stores.some(({ id }) => id === expected))
    throw fail('refused', 'This API key is of another ShipStation account. Connect the store again.', {
      vendorCode: 'other-account',
    });
  const { name } = env.settings;
  const accountName = typeof name === 'string' && name !== '' ? name : 'your account';
  return { accountName, message: `ShipStation accepts the API key of ${accountName}.` };
}
