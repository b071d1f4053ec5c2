/** Who the shop is (A01), and what Best Buy's platform allows (PC01). Mirakl wants A01 asked once a day at most. */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { alpha2Of } from '@scanship/domain/addresses/countries';
import { findProvince } from '@scanship/domain/addresses/provinces';
import { ask, askWithKey, type Call } from './client.ts';

const account: Call = { name: 'account', path: '/api/account' };
const configuration: Call = { name: 'platform', path: '/api/platform/configuration', accept: [401, 403, 404] };

export const SHOP_ID = /^[1-9]\d{0,17}$/;

/** ISO 3166-1 alpha-3, as Mirakl names countries, in two letters. */
export function countryOf(reader: ObjectReader, name: string): string {
  const code = alpha2Of(reader.string(name, /^[A-Z]{3}$/));
  if (code === undefined) throw new FieldProblem(reader.at(name), 'should be a country');
  return code;
}

const WORDS: Readonly<Record<string, string>> = {
  CLOSE: 'The shop is closed at Best Buy at the moment.',
  SUSPENDED: 'Best Buy has suspended the shop; no new orders come in.',
  TERMINATED: 'Best Buy has closed the shop for good.',
};

function readAddress(about: ObjectReader, name: string): Partial<Address> {
  const contact = about.maybe('contact_informations', (n) => about.object(n));
  if (!contact) return { name };
  const text = (field: string): string | undefined => contact.maybe(field, (n) => contact.string(n));
  const countryCode = contact.maybe('country', (n) => countryOf(contact, n));
  const state = text('state');
  return {
    name,
    address1: text('street1'),
    address2: text('street2'),
    city: text('city'),
    provinceCode: state === undefined ? undefined : (findProvince(countryCode ?? 'CA', state) ?? state),
    zipcode: text('zip_code'),
    countryCode,
    phone: text('phone'),
    email: text('email'),
  };
}

/** Settings kept of the connection; `several` and `otherCarriers` are Best Buy's, the last one the seller's. */
export interface Settings {
  /** Several shipments of one order may be reported, each with some of its units. */
  readonly several: boolean;
  /** Carriers that Best Buy does not list may be named. */
  readonly otherCarriers: boolean;
  /** New orders are accepted for the seller. */
  readonly acceptOrders: boolean;
}

export const settingsOf = (env: Pick<StoreEnv, 'settings'>): Settings => ({
  several: env.settings['several'] === true,
  otherCarriers: env.settings['otherCarriers'] !== false,
  acceptOrders: env.settings['acceptOrders'] === true,
});

/** Tries the key and reads who the shop is. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const key = credentials['apiKey']?.trim() ?? '';
  const wanted = credentials['shopId']?.trim() ?? '';
  const shop = wanted === '' ? undefined : wanted;
  const about = (await askWithKey(env.http, key, shop, account))?.isolated();
  if (!about) throw fail('vendor-broken', 'Best Buy did not say which shop this key is for.');
  const externalAccount = about.id('shop_id', SHOP_ID);
  if (shop !== undefined && shop !== externalAccount)
    throw fail('refused', `This key does not open shop ${shop}, but shop ${externalAccount}.`, {
      vendorCode: 'other-shop',
      field: 'shopId',
    });
  const name = about.string('shop_name');
  const state = about.maybe('shop_state', (n) => about.string(n, /^[A-Z_]+$/)) ?? 'OPEN';
  const address = readAddress(about, name);
  const currency = about.maybe('currency_iso_code', (n) => about.currency(n));
  // Keys of users who are no administrators may not ask; then one shipment for each order is what surely works.
  const platform = (await askWithKey(env.http, key, externalAccount, configuration))?.isolated();
  const features = platform?.object('features');
  const settings: Settings = {
    several: features?.object('shipment').boolean('multi_shipment') ?? false,
    otherCarriers: features?.boolean('disable_seller_alternative_carrier') !== true,
    acceptOrders: (credentials['acceptOrders'] ?? '').trim().toLowerCase() === 'yes',
  };
  return {
    externalAccount,
    name,
    credentials: { [ACCESS_TOKEN]: key },
    settings: { ...settings },
    address,
    currency,
    timeZone: platform?.maybe('timezone', (n) => platform.string(n, /^[A-Za-z0-9+_/-]+$/)),
    problems: [
      ...about.problems,
      ...(platform?.problems ?? []),
      ...(state === 'OPEN' ? [] : [WORDS[state] ?? `The shop’s state at Best Buy is "${state}".`]),
    ],
  };
}

/** @throws ConnectorError `refused` when the key now opens another shop */
export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const about = await ask(env, account);
  if (about.id('shop_id', SHOP_ID) !== env.externalAccount)
    throw fail('refused', 'This key now opens another shop of Best Buy.', { vendorCode: 'other-shop' });
  const name = about.string('shop_name');
  return { accountName: name, message: `Connected to the Best Buy shop ${name}.` };
}
