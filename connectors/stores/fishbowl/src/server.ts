/** Whose server it is, and its places that ship. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { firstRow, inSession, inSessionAs, pairOf, type Session } from './client.ts';
import { ID, readCountry, readStreet } from './reading.ts';
import { COMPANY, LOCATIONS, ordersFrom } from './statements.ts';

function readAddress(row: ObjectReader, name: string): Partial<Address> {
  const text = (field: string): string | undefined => row.maybe(field, (n) => row.string(n));
  return {
    name,
    ...readStreet(row, 'address'),
    city: text('city'),
    provinceCode: text('state'),
    zipcode: text('zip'),
    countryCode: readCountry(row, 'country'),
  };
}

interface Company {
  readonly name: string;
  readonly currency: string | undefined;
  readonly address: Partial<Address>;
}

/** @throws ConnectorError `refused` for a server without a company, which has not been set up */
async function companyOf(session: Session): Promise<Company> {
  const row = firstRow(await session.query('company', COMPANY));
  if (!row)
    throw fail('refused', 'This Fishbowl server has no company yet; set it up in Fishbowl first.', {
      vendorCode: 'no-company',
    });
  const name = row.string('name');
  return { name, currency: row.maybe('currency', () => row.currency('currency')), address: readAddress(row, name) };
}

/** Tries user and password, and proves that orders may be read. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const pair = pairOf(credentials.username?.trim() ?? '', credentials.password ?? '');
  const { name, currency, address } = await inSessionAs(env.http, pair, async (session) => {
    const company = await companyOf(session);
    await session.query('orders', ordersFrom(undefined));
    return company;
  });
  if (currency === undefined)
    throw fail(
      'refused',
      'This Fishbowl server has no home currency, so that no amount of an order could be named. Choose it in Fishbowl among the currencies, and connect again.',
      { vendorCode: 'no-currency' },
    );
  return {
    externalAccount: env.externalAccount,
    name,
    credentials: { [ACCESS_TOKEN]: pair },
    settings: {},
    address,
    currency,
    problems: [],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const { name } = await inSession(env, companyOf);
  return { accountName: name, message: `Signed in to the Fishbowl server of ${name}, and out again.` };
}

/** Location groups. One with several addresses counts with its first. */
export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  const answer = await inSession(env, (session) => session.query('location groups', LOCATIONS));
  const found = answer.list('rows', (row) => {
    const name = row.string('name');
    return { externalId: row.id('id', ID), name, address: readAddress(row, name), active: row.integer('active') === 1 };
  });
  return found.filter((one, index) => found.findIndex((other) => other.externalId === one.externalId) === index);
}
