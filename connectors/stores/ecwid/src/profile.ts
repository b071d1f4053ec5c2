/** Who the store is, and the money and units that its orders and products are in. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http } from '@scanship/connector-kit/http/http';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askWithToken, type EcwidCall } from './client.ts';
import { NUMBER_ID, readStreet, readUnits } from './reading.ts';

const profileCall: EcwidCall = { name: 'store profile', path: '/profile' };

/** @throws ConnectorError `refused` when the answer is about another store than the one that was asked for */
function checked(profile: ObjectReader, account: string): ObjectReader {
  if (profile.object('generalInfo').id('storeId', NUMBER_ID) !== account)
    throw fail('refused', 'Ecwid let us into another store than the one that was asked for. Connect the store again.', {
      vendorCode: 'other-store',
    });
  return profile;
}

const nameOf = (profile: ObjectReader): string => profile.object('settings').string('storeName');

/** Asked for with every page: the seller may change money and units at any time, and no order says in which it is. */
export async function formatsOf(env: StoreEnv): Promise<ObjectReader> {
  return checked(await ask(env, profileCall), env.externalAccount).object('formatsAndUnits');
}

function readAddress(profile: ObjectReader): Partial<Address> | undefined {
  const company = profile.maybe('company', (n) => profile.object(n));
  if (!company) return undefined;
  const text = (name: string): string | undefined => company.maybe(name, (n) => company.string(n));
  const { address1, address2 } = readStreet(company);
  return {
    companyName: text('companyName'),
    address1: address1 === '' ? undefined : address1,
    address2,
    city: text('city'),
    provinceCode: text('stateOrProvinceCode'),
    zipcode: text('postalCode'),
    countryCode: company.maybe('countryCode', (n) => company.string(n, /^[A-Z]{2}$/)),
    phone: text('phone'),
    email: text('email'),
  };
}

const WEIGHT_UNITS: Readonly<Record<string, ConnectedStore['weightUnit']>> = {
  KILOGRAM: 'kg',
  GRAM: 'g',
  POUND: 'lb',
  OUNCE: 'oz',
};

/** @param token access to this store */
export async function readStore(
  http: Http,
  token: string,
  account: string,
): Promise<Omit<ConnectedStore, 'credentials'>> {
  const profile = checked(await askWithToken(http, account, token, profileCall), account);
  const formats = profile.object('formatsAndUnits');
  const { currency } = readUnits(formats);
  return {
    externalAccount: account,
    name: nameOf(profile),
    settings: {},
    weightUnit: WEIGHT_UNITS[formats.string('weightUnit')],
    address: readAddress(profile),
    currency,
    timeZone: formats.maybe('timezone', (n) => formats.string(n, /^[A-Za-z0-9_+/-]{1,60}$/)),
    problems: profile.problems,
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const accountName = nameOf(checked(await ask(env, profileCall), env.externalAccount));
  return { accountName, message: `Connected to the Ecwid store ${accountName}.` };
}
