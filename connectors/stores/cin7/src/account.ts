/** Whose keys they are: Core says so; of Omni a name and a currency are typed in. */
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askList, pairOf, sendWithPair, type Call } from './client.ts';
import { readCountry } from './reading.ts';
import { accountOf, GUID, nameOf, systemOf } from './system.ts';

const me: Call = { name: 'me', path: '/me' };
const locationsCall: Call = { name: 'locations', path: '/ref/location', query: { Page: 1, Limit: 1_000 } };
const knock: Call = { name: 'try the key', path: '/SalesOrders', query: { rows: 1, fields: 'id' } };

interface Place extends StoreLocation {
  readonly isDefault: boolean;
}

function readAddress(location: ObjectReader): Partial<Address> {
  const text = (name: string): string | undefined => location.maybe(name, (n) => location.string(n));
  return {
    address1: text('AddressLine1'),
    address2: text('AddressLine2'),
    city: text('AddressCitySuburb'),
    provinceCode: text('AddressStateProvince'),
    zipcode: text('AddressZipPostCode'),
    countryCode: location.maybe('AddressCountry', (n) => readCountry(location, n)),
  };
}

/** Bins are listed beside locations and have one of them as their parent. */
const placesOf = (answer: ObjectReader): Place[] =>
  answer
    .list('LocationList', (location) =>
      location.has('ParentID')
        ? undefined
        : {
            // Sales name their location and do not tell its id.
            externalId: location.string('Name'),
            name: location.string('Name'),
            address: readAddress(location),
            active: location.maybe('IsDeprecated', (n) => location.boolean(n)) !== true,
            isDefault: location.maybe('IsDefault', (n) => location.boolean(n)) === true,
          },
    )
    .filter((place) => place !== undefined);

export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  // Branches of Omni have no address that a document names.
  if (systemOf(env) === 'omni') return [];
  return placesOf(await ask(env, locationsCall)).map(({ isDefault: _isDefault, ...place }) => place);
}

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
};

const WEIGHT_UNITS = { g: 'g', kg: 'kg', oz: 'oz', lb: 'lb' } as const;

async function connectCore(user: string, key: string, env: ConnectEnv): Promise<ConnectedStore> {
  if (!GUID.test(user))
    throw fail(
      'invalid-input',
      'The Account ID of Cin7 Core has 36 characters, such as those that its API settings show.',
      {
        field: 'user',
      },
    );
  const pair = pairOf(user, key);
  const company = readObject((await sendWithPair(env, 'core', pair, me)).json());
  const places = placesOf(readObject((await sendWithPair(env, 'core', pair, locationsCall)).json()));
  const place = places.find((one) => one.isDefault) ?? places[0];
  const name = company.string('Company');
  const currency = company.currency('Currency');
  const zone = company.maybe('TimeZone', (n) => company.string(n));
  const timeZone = zone !== undefined && isZone(zone) ? zone : undefined;
  return {
    externalAccount: accountOf('core', user),
    name,
    credentials: { [ACCESS_TOKEN]: pair, key },
    settings: { name, currency, timeZone: timeZone ?? null, closeOrders: false },
    address: place?.address,
    currency,
    timeZone,
    weightUnit: company.maybe('DefaultWeightUnits', (n) => company.choice(n, WEIGHT_UNITS)),
    problems: [],
  };
}

const missing = (field: string, what: string): Error =>
  fail('invalid-input', `Cin7 Omni does not tell ${what}; enter it to connect the store.`, { field });

/** Tries the keys, and asks Core who the company is. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const given = (name: string): string => credentials[name]?.trim() ?? '';
  const [user, key] = [given('user'), given('key')];
  if (given('system').toLowerCase() === 'core') return connectCore(user, key, env);
  const [name, currency] = [given('shopName'), given('currency')];
  if (name === '') throw missing('shopName', 'the name of the company');
  if (currency === '') throw missing('currency', 'the home currency');
  const pair = pairOf(user, key);
  const answer = readObject({ orders: (await sendWithPair(env, 'omni', pair, knock)).json() });
  answer.list('orders', (order) => order.id('id'));
  return {
    externalAccount: accountOf('omni', user),
    name,
    credentials: { [ACCESS_TOKEN]: pair, key },
    settings: { name, currency, timeZone: null, closeOrders: given('closeOrders').toLowerCase() === 'yes' },
    currency,
    problems: answer.problems,
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  if (systemOf(env) === 'core') {
    const company = (await ask(env, me)).string('Company');
    return { accountName: company, message: `Cin7 Core lets us in to ${company}.` };
  }
  (await askList(env, 'orders', knock)).list('orders', (order) => order.id('id'));
  const accountName = nameOf(env) ?? 'your account';
  return { accountName, message: `Cin7 Omni lets us in to ${accountName}.` };
}
