/** Who the shop is, and whether its keys open it. */
import { plainText } from '@scanship/connector-kit/answers/plain-text';
import { fail } from '@scanship/connector-kit/errors';
import { readList, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askWithKeys, type RestCall } from './client.ts';
import { API } from './manifest.ts';
import { WEIGHT_UNITS } from './reading.ts';

/** WordPress's own index, asked without sign-in: it would try our keys as an application password and refuse them. */
const index: RestCall = {
  name: 'shop',
  path: '/wp-json/',
  query: { _fields: 'name,home,timezone_string,gmt_offset,namespaces' },
};
const general: RestCall = { name: 'general settings', path: `${API}/settings/general` };
const oneOrder: RestCall = { name: 'one order', path: `${API}/orders`, query: { per_page: 1, _fields: 'id' } };

/** A home page's address as a store's id: host and folder, without scheme. */
export const accountOf = (address: string): string =>
  address
    .replace(/^https?:\/\//i, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^[^/]+/, (host) => host.toLowerCase());

/** The time zone by name; where the shop has only an offset, the zone of that offset, if it is in whole hours. */
function readZone(shop: ObjectReader): string | undefined {
  const name = shop.maybe('timezone_string', (n) => shop.string(n, /^[A-Za-z0-9+_/-]+$/));
  if (name !== undefined) return name;
  const offset = shop.maybe('gmt_offset', (n) => shop.number(n));
  if (offset === undefined || !Number.isInteger(offset) || Math.abs(offset) > 12) return undefined;
  return offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

interface About {
  readonly name: string;
  readonly timeZone: string | undefined;
  readonly problems: readonly string[];
}

/** @throws ConnectorError `refused` when the shop calls itself by another address, or has no WooCommerce */
function readIndex(json: unknown, externalAccount: string): About {
  const shop = readObject(json).isolated();
  const home = accountOf(shop.string('home', /^https?:\/\/\S+$/i));
  if (home !== externalAccount)
    throw fail('refused', `This shop calls itself ${home}; connect it under that address.`, {
      vendorCode: 'other-address',
    });
  const namespaces = shop.raw('namespaces');
  if (Array.isArray(namespaces) && !namespaces.includes('wc/v3'))
    throw fail('refused', 'This is a WordPress site without WooCommerce, or with one older than version 3.5.', {
      vendorCode: 'no-woocommerce',
    });
  // A site may have no title.
  const name = shop.raw('name') === '' ? externalAccount : plainText(shop.string('name'));
  return { name, timeZone: readZone(shop), problems: shop.problems };
}

type Settings = ReadonlyMap<string, string>;

function readSettings(json: unknown): Settings {
  const { items } = readList({ settings: json }, 'settings', (setting) => {
    const value = setting.raw('value');
    return [setting.string('id', /^\w+$/), typeof value === 'string' ? value.trim() : ''] as const;
  });
  return new Map(items);
}

function readAddress(settings: Settings, name: string): Partial<Address> {
  const text = (id: string): string | undefined => {
    const value = settings.get(`woocommerce_${id}`) ?? '';
    return value === '' ? undefined : value;
  };
  const [country = '', state = ''] = (text('default_country') ?? '').split(':');
  return {
    name,
    address1: text('store_address'),
    address2: text('store_address_2'),
    city: text('store_city'),
    zipcode: text('store_postcode'),
    provinceCode: state === '' || state === '*' ? undefined : state,
    countryCode: /^[A-Z]{2}$/.test(country) ? country : undefined,
  };
}

/** Tries the keys, reads who the shop is, and proves that orders may be read. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const access = `${credentials.consumerKey?.trim() ?? ''}:${credentials.consumerSecret?.trim() ?? ''}`;
  const about = readIndex(await askWithKeys(env.http, undefined, index), env.externalAccount);
  const settings = readSettings(await askWithKeys(env.http, access, general));
  const products = readSettings(
    await askWithKeys(env.http, access, { name: 'product settings', path: `${API}/settings/products` }),
  );
  await askWithKeys(env.http, access, oneOrder);
  const currency = settings.get('woocommerce_currency') ?? '';
  const weightUnit = WEIGHT_UNITS[products.get('woocommerce_weight_unit') ?? ''];
  return {
    externalAccount: env.externalAccount,
    name: about.name,
    credentials: { [ACCESS_TOKEN]: access },
    settings: {},
    address: readAddress(settings, about.name),
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    timeZone: about.timeZone,
    weightUnit,
    problems: [
      ...about.problems,
      ...(weightUnit === undefined ? ['The shop does not say in which unit it weighs; weights are left out.'] : []),
    ],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const about = readIndex(await askWithKeys(env.http, undefined, index), env.externalAccount);
  await ask(env, oneOrder);
  return { accountName: about.name, message: `Connected to the WooCommerce shop ${about.name}.` };
}
