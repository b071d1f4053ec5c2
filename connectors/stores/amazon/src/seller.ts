/** Who the seller is: shown by the marketplaces they sell in, and proved by a call that only their own id gets through. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { ConnectEnv, StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askWithToken, type AmazonCall } from './client.ts';
import type { AmazonManifest } from './manifest-family.ts';

const PARTICIPATIONS: AmazonCall = { name: 'marketplaces', path: '/sellers/v1/marketplaceParticipations', rate: 0.016 };
const ACCOUNT: AmazonCall = { name: 'account', path: '/sellers/v1/account', rate: 0.016 };

/** Listings of one seller; Amazon refuses them (403) to everybody else's token. */
export const listingsCall = (manifest: AmazonManifest, sellerId: string, query: AmazonCall['query']): AmazonCall => ({
  name: 'listings',
  path: `/listings/2021-08-01/items/${encodeURIComponent(sellerId)}`,
  query: { marketplaceIds: manifest.marketplace.id, ...query },
  rate: 5,
});

/** Name of the seller's store in this marketplace. @throws ConnectorError `refused` when they do not sell there */
function storeNameIn(manifest: AmazonManifest, answer: ObjectReader): string {
  const { marketplace } = manifest;
  const stores = answer.strictList('payload', (one) => ({
    id: one.object('marketplace').string('id'),
    name: one.string('storeName'),
    sells: one.object('participation').boolean('isParticipating'),
  }));
  const found = stores.find(({ id, sells }) => id === marketplace.id && sells);
  if (!found)
    throw fail('refused', `This Amazon account does not sell on ${marketplace.name}.`, {
      vendorCode: 'no-participation',
    });
  return found.name;
}

function readAddress(business: ObjectReader): Partial<Address> {
  const address = business.object('registeredBusinessAddress');
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  return {
    companyName: business.maybe('name', (n) => business.string(n)),
    address1: text('addressLine1'),
    address2: text('addressLine2'),
    city: text('city'),
    provinceCode: text('stateOrProvinceCode'),
    zipcode: text('postalCode'),
    countryCode: address.maybe('countryCode', (n) => address.string(n, /^[A-Z]{2}$/)),
  };
}

/**
 * @param token of the exchange just done
 * @throws ConnectorError `not-authorised` when the seller of the token is another than the one the browser came back with
 */
export async function describeSeller(
  manifest: AmazonManifest,
  token: string,
  env: ConnectEnv,
): Promise<Omit<ConnectedStore, 'credentials'>> {
  const { externalAccount } = env;
  const { marketplace } = manifest;
  const shown = await askWithToken(env.http, token, PARTICIPATIONS);
  if (!shown) throw fail('vendor-broken', 'Amazon did not say where this account sells.');
  const name = storeNameIn(manifest, shown);
  // What the browser brought is not signed: anybody could have put another seller's id there.
  await askWithToken(env.http, token, listingsCall(manifest, externalAccount, { pageSize: 1 }));
  // Only apps with the role for it see the business and its address.
  const account = await askWithToken(env.http, token, ACCOUNT, [400, 403, 404, 429]);
  const business = account?.object('payload').maybe('business', (n) => account.object('payload').object(n));
  return {
    externalAccount,
    name,
    settings: { marketplaceId: marketplace.id },
    address: business?.maybe('registeredBusinessAddress', () => readAddress(business)),
    currency: marketplace.currency,
    problems: [],
  };
}

export async function testConnection(
  manifest: AmazonManifest,
  env: StoreEnv,
): Promise<{ message: string; accountName: string }> {
  const name = storeNameIn(manifest, await ask(env, PARTICIPATIONS));
  return { accountName: name, message: `Connected to ${name} on ${manifest.marketplace.name}.` };
}
