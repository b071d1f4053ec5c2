/** Who the seller is, and the places they ship from. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askMaybe, type Question } from './client.ts';
import { manifest } from './manifest.ts';
import { readCountry } from './reading.ts';
import type { Address } from '@scanship/domain/addresses/address';

type About = Omit<ConnectedStore, 'credentials'> & { readonly username: string };

const ACCOUNT = new RegExp(`^(?:${manifest.accountPattern})$`);

/** The Identity API stands on a host of its own; a simulator is the whole platform. */
const HOSTS = { live: 'https://apiz.ebay.com', sandbox: 'https://apiz.sandbox.ebay.com', simulator: '' } as const;

export const userCall = (mode: StoreEnv['mode']): Question => ({
  name: 'user',
  path: `${HOSTS[mode]}/commerce/identity/v1/user/`,
});

/** Currency of the marketplace where a seller is registered (MarketplaceIdEnum). */
const CURRENCIES: Readonly<Record<string, string>> = {
  EBAY_US: 'USD',
  EBAY_MOTORS_US: 'USD',
  EBAY_CA: 'CAD',
  EBAY_GB: 'GBP',
  EBAY_AU: 'AUD',
  EBAY_AT: 'EUR',
  EBAY_BE: 'EUR',
  EBAY_DE: 'EUR',
  EBAY_ES: 'EUR',
  EBAY_FR: 'EUR',
  EBAY_IE: 'EUR',
  EBAY_IT: 'EUR',
  EBAY_NL: 'EUR',
  EBAY_CH: 'CHF',
  EBAY_HK: 'HKD',
  EBAY_MY: 'MYR',
  EBAY_PH: 'PHP',
  EBAY_PL: 'PLN',
  EBAY_SG: 'SGD',
};

function readAddress(address: ObjectReader): Partial<Address> {
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  return {
    address1: text('addressLine1'),
    address2: text('addressLine2'),
    city: text('city'),
    provinceCode: text('stateOrProvince'),
    zipcode: text('postalCode'),
    countryCode: readCountry(address, 'country'),
  };
}

/** A business shows its name and address to every app it lets in; a person shows nothing but the user name. */
export function readUser(user: ObjectReader): About {
  const marketplace = user.maybe('registrationMarketplaceId', (n) => user.string(n, /^[A-Z_]+$/));
  const business = user.maybe('businessAccount', (n) => user.object(n));
  const address = business?.maybe('address', (n) => readAddress(business.object(n)));
  const phone = business?.maybe('primaryPhone', (n) => business.object(n));
  const username = user.string('username');
  const name = business?.maybe('name', (n) => business.string(n)) ?? username;
  return {
    externalAccount: user.string('userId', ACCOUNT),
    name,
    username,
    settings: { username, ...(marketplace !== undefined && { marketplace }) },
    address: address && {
      ...address,
      name,
      email: business?.maybe('email', (n) => business.string(n)),
      phone: phone?.maybe('number', (n) => phone.string(n)),
    },
    currency: marketplace !== undefined && Object.hasOwn(CURRENCIES, marketplace) ? CURRENCIES[marketplace] : undefined,
    problems: [...user.problems],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const about = readUser(await ask(env, userCall(env.mode)));
  if (env.externalAccount !== '' && about.externalAccount !== env.externalAccount)
    throw fail('refused', 'eBay answered for another seller than the one that was asked for.', {
      vendorCode: 'other-account',
    });
  const { username } = about;
  return { accountName: username, message: `Connected to the eBay account ${username}.` };
}

const LOCATIONS_PER_PAGE = 100;
const MOST_PAGES = 50;

function readLocation(node: ObjectReader): StoreLocation {
  const key = node.string('merchantLocationKey');
  const place = node.maybe('location', (n) => node.object(n));
  return {
    externalId: key,
    name: node.maybe('name', (n) => node.string(n)) ?? key,
    address: place?.maybe('address', (n) => readAddress(place.object(n))) ?? {},
    active: node.choice('merchantLocationStatus', { ENABLED: true, DISABLED: false }),
  };
}

export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  const found: StoreLocation[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: LOCATIONS_PER_PAGE, offset: page * LOCATIONS_PER_PAGE };
    // A seller without any may be answered with 404.
    const answer = await askMaybe(env, { name: 'locations', path: '/sell/inventory/v1/location', query });
    if (!answer?.has('locations')) break;
    found.push(...answer.strictList('locations', readLocation));
    if (found.length >= answer.integer('total', 0)) break;
  }
  return found;
}
