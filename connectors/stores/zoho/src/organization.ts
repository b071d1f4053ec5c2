/** Who the store is: an organization of Zoho Inventory. */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { ConnectEnv, StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { findProvince } from '@scanship/domain/addresses/provinces';
import { ask, askWithToken, type ZohoCall } from './client.ts';
import { accountOf, organizationOf, type Centre } from './data-centres.ts';
import { ID, readCountry } from './reading.ts';

const listCall: ZohoCall = { name: 'organizations', path: '/organizations' };

const organizationCall = (id: string): ZohoCall => ({ name: 'organization', path: `/organizations/${id}` });

/** @throws FieldProblem when the answer is about another organization than the one that was asked for */
function checked(answer: ObjectReader, id: string): ObjectReader {
  const organization = answer.object('organization');
  if (organization.id('organization_id', ID) !== id)
    throw new FieldProblem(organization.at('organization_id'), 'is another organization’s');
  return organization;
}

/** A zone by its name ("America/Toronto"); abbreviations name none and are left out. */
function readZone(organization: ObjectReader): string | undefined {
  const zone = organization.maybe('time_zone', (n) => organization.string(n));
  return zone !== undefined && zone.includes('/') && localTimeIn(new Date(0), zone) !== undefined ? zone : undefined;
}

function readAddress(organization: ObjectReader): Partial<Address> | undefined {
  const address = organization.maybe('address', (n) => organization.object(n));
  if (!address) return undefined;
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  const countryCode = readCountry(address);
  const state = text('state');
  return {
    companyName: organization.maybe('name', (n) => organization.string(n)),
    address1: text('street_address1'),
    address2: text('street_address2'),
    city: text('city'),
    provinceCode: state === undefined ? undefined : (findProvince(countryCode, state) ?? state),
    zipcode: text('zip'),
    countryCode: countryCode === '' ? undefined : countryCode,
    phone: organization.maybe('phone', (n) => organization.string(n)),
  };
}

/** @param token access of the person who consented */
export async function readStore(
  env: ConnectEnv,
  centre: Centre,
  token: string,
): Promise<Omit<ConnectedStore, 'credentials'>> {
  const answer = await askWithToken(env.http, env.mode, { centre }, token, listCall);
  const all = answer
    .list('organizations', (one) => ({
      id: one.id('organization_id', ID),
      name: one.string('name'),
      isDefault: one.maybe('is_default_org', (n) => one.boolean(n)) ?? false,
      active: one.maybe('is_org_active', (n) => one.boolean(n)) ?? true,
    }))
    .filter(({ active }) => active);
  const chosen = all.find(({ isDefault }) => isDefault) ?? all[0];
  if (!chosen)
    throw fail(
      'refused',
      'This Zoho account has no active organization in Zoho Inventory. Sign in at Zoho with the account of the organization.',
      { vendorCode: 'no-organization' },
    );
  const { id, name } = chosen;
  const about = checked(
    await askWithToken(env.http, env.mode, { centre, organization: id }, token, organizationCall(id)),
    id,
  );
  const timeZone = readZone(about);
  const address = readAddress(about);
  const several =
    all.length > 1
      ? [
          `This Zoho account has ${all.length} organizations; orders come from ${name}, its default. Make another one the default at Zoho and connect again to add it.`,
        ]
      : [];
  return {
    externalAccount: accountOf({ centre, id }),
    name,
    settings: timeZone === undefined ? {} : { timeZone },
    address,
    currency: about.maybe('currency_code', (n) => about.currency(n)),
    timeZone,
    problems: [...answer.problems, ...about.problems, ...several],
  };
}

/** In which prices of items are; the organization says it once for all. */
export async function currencyOf(env: StoreEnv): Promise<string> {
  const { id } = organizationOf(env);
  return checked(await ask(env, organizationCall(id)), id).currency('currency_code');
}

/** Days are counted where the organization is. */
export const zoneOf = ({ settings }: Pick<StoreEnv, 'settings'>): string =>
  typeof settings.timeZone === 'string' ? settings.timeZone : 'UTC';

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const { id } = organizationOf(env);
  const accountName = checked(await ask(env, organizationCall(id)), id).string('name');
  return { accountName, message: `Connected to the Zoho organization ${accountName}.` };
}
