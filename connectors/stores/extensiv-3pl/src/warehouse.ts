/** Whose credentials they are: the customer of the warehouse, and the buildings that ship for it. */
import { createHash } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { alpha2Of, countryOf } from '@scanship/domain/addresses/countries';
import { ask, findTagged, findWithToken, newToken, readList, type Call, type Keys } from './client.ts';
import { connectionOf, ID } from './connection.ts';
import { isZone } from './system-time.ts';

type Given = Readonly<Record<string, string>>;

const customerCall = (id: string): Call => ({ name: 'customer', path: `/customers/${id}` });
const facilitiesCall = (customerId: string): Call => ({
  name: 'facilities',
  path: '/properties/facilities',
  query: { customerId, pgsiz: 100, pgnum: 1 },
});

const keysOf = (given: Given): Keys => {
  const text = (name: string): string => given[name]?.trim() ?? '';
  return {
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    userLogin: text('userLogin'),
    tplKey: text('tplKey'),
  };
};

/** Two letters; three are translated, anything else is left to a person. */
function readCountry(owner: ObjectReader, name: string): string | undefined {
  const code = owner.maybe(name, (n) => owner.string(n))?.toUpperCase();
  if (code === undefined) return undefined;
  const two = code.length === 3 ? alpha2Of(code) : code;
  return two !== undefined && countryOf(two) ? two : undefined;
}

/** An address of Extensiv's, which has the same form everywhere. */
export function readContact(contact: ObjectReader | undefined): Partial<Address> {
  const text = (name: string): string | undefined => contact?.maybe(name, (n) => contact.string(n));
  return {
    name: text('name'),
    companyName: text('companyName'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    provinceCode: text('state'),
    zipcode: text('zip'),
    countryCode: contact && readCountry(contact, 'country'),
    phone: text('phoneNumber'),
    email: text('emailAddress'),
  };
}

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** As Extensiv writes it: with the number it tells customers of different warehouses apart. */
  readonly created: string;
  readonly facilityId: string | undefined;
  readonly address: Partial<Address>;
  /** A tracking number alone closes an order of this customer. */
  readonly closesByNumber: boolean;
}

function readCustomer(customer: ObjectReader): Customer {
  const fixed = customer.object('readOnly');
  const company = customer.object('companyInfo');
  const facility = customer.maybe('primaryFacilityIdentifier', (n) => customer.object(n));
  const options = customer.maybe('options', (n) => customer.object(n));
  const shipping = options?.maybe('shipping', (n) => options.object(n));
  return {
    id: fixed.id('customerId', ID),
    name: company.string('companyName'),
    active: !fixed.boolean('deactivated'),
    created: fixed.maybe('creationDate', (n) => fixed.string(n)) ?? '',
    facilityId: facility?.maybe('id', (n) => facility.id(n, ID)),
    address: readContact(company),
    closesByNumber:
      shipping?.has('autoConfirmOrderOnTrackingUpdate') === true &&
      shipping.boolean('autoConfirmOrderOnTrackingUpdate'),
  };
}

/** Customers are numbered from one at every warehouse: the moment the record was made tells them apart, and outlives credentials. */
const accountOf = (customer: Customer, facilityId: string | undefined): string =>
  `customer-${customer.id}-${createHash('sha256').update(customer.created).digest('hex').slice(0, 8)}${
    facilityId === undefined ? '' : `-facility-${facilityId}`
  }`;

function readFacility(facility: ObjectReader): StoreLocation {
  const contact = facility.maybe('contact', (n) => facility.object(n));
  return {
    externalId: facility.id('facilityId', ID),
    name: facility.string('name'),
    address: readContact(contact),
    active: !facility.boolean('deactivated'),
  };
}

const facilitiesIn = (answer: ObjectReader): StoreLocation[] =>
  readList(answer, 'properties/facility', 'facilities').items.map(readFacility);

export const locations = async (env: StoreEnv): Promise<readonly StoreLocation[]> =>
  facilitiesIn(await ask(env, facilitiesCall(connectionOf(env).customerId)));

/** Tries the credentials, and asks who the customer is and where it ships from. */
export async function connect(given: Given, env: ConnectEnv): Promise<ConnectedStore> {
  const text = (name: string): string => given[name]?.trim() ?? '';
  const keys = keysOf(given);
  const timeZone = text('timeZone');
  if (!isZone(timeZone))
    throw fail(
      'invalid-input',
      `"${timeZone}" is not a time zone. Write it as area and city, such as America/Toronto.`,
      {
        field: 'timeZone',
      },
    );
  const customerId = text('customerId');
  const facilityId = text('facilityId') === '' ? undefined : text('facilityId');
  if (!ID.test(customerId) || (facilityId !== undefined && !ID.test(facilityId)))
    throw fail('invalid-input', 'The customer ID and the facility ID are whole numbers.', { field: 'customerId' });
  const access = await newToken(env.http, keys, env.now());
  const token = access[ACCESS_TOKEN] ?? '';
  const found = await findWithToken(env.http, token, customerCall(customerId));
  const customer = found && readCustomer(found);
  if (!customer?.active || customer.id !== customerId)
    throw fail('invalid-input', `The warehouse has no active customer with the number ${customerId}.`, {
      field: 'customerId',
    });
  const answer = await findWithToken(env.http, token, facilitiesCall(customerId));
  const places = answer ? facilitiesIn(answer) : [];
  if (facilityId !== undefined && !places.some((place) => place.externalId === facilityId && place.active))
    throw fail('invalid-input', `The warehouse has no active facility with the number ${facilityId} for you.`, {
      field: 'facilityId',
    });
  const wanted = facilityId ?? customer.facilityId;
  const place = places.find((one) => one.externalId === wanted) ?? places.find((one) => one.active);
  const currency = text('currency');
  return {
    externalAccount: accountOf(customer, facilityId),
    name: customer.name,
    credentials: { ...keys, ...access },
    settings: {
      name: customer.name,
      customerId,
      facilityId: facilityId ?? null,
      timeZone,
      currency,
      close: text('closeOrders') === 'CLOSE',
    },
    address: place?.address ?? customer.address,
    currency,
    timeZone,
    problems: [],
  };
}

export const renew = (env: ConnectEnv): Promise<Record<string, string>> =>
  newToken(env.http, keysOf(env.credentials), env.now());

async function customerNow(env: StoreEnv): Promise<Customer> {
  const found = await findTagged(env, customerCall(connectionOf(env).customerId));
  if (!found)
    throw fail('refused', 'The warehouse does not know this customer any more. Connect the store again.', {
      vendorCode: 'customer-unknown',
    });
  return readCustomer(found.thing);
}

/** Whether Extensiv closes an order of this customer by itself as soon as it has a tracking number. */
export const closesByNumber = async (env: StoreEnv): Promise<boolean> => (await customerNow(env)).closesByNumber;

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const customer = await customerNow(env);
  if (accountOf(customer, connectionOf(env).facilityId) !== env.externalAccount)
    throw fail('refused', 'These credentials are of another warehouse. Connect the store again.', {
      vendorCode: 'other-account',
    });
  return { accountName: customer.name, message: `Extensiv accepts the credentials of ${customer.name}.` };
}
