/** Who the store is, what it lets us do, and where it ships from. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, type Answer, type GraphqlCall } from './client.ts';
import { allNodes, connectionOf } from './connection.ts';
import { LOCATIONS, SHOP } from './documents.ts';
import { LOCATION_ID } from './ids.ts';
import { readAddress, WEIGHT_UNITS } from './reading.ts';
import { missingScopes } from './scopes.ts';

export const shopCall: GraphqlCall = { name: 'shop', document: SHOP };

type About = Omit<ConnectedStore, 'credentials'>;

/** @throws ConnectorError `refused` when the answer is about another shop than the one that was asked for */
export function readShop(answer: Answer, externalAccount: string): About {
  const { data } = answer;
  const shop = data.object('shop');
  if (shop.string('myshopifyDomain').toLowerCase() !== externalAccount)
    throw fail('refused', 'Shopify answered for another shop than the one that was asked for.', {
      vendorCode: 'other-shop',
    });
  const name = shop.string('name');
  const granted = data
    .object('currentAppInstallation')
    .strictList('accessScopes', (scope) => scope.string('handle', /^[a-z_]+$/));
  const address = shop.maybe('shopAddress', (n) => readAddress(shop.object(n), 'countryCodeV2'));
  return {
    externalAccount,
    name,
    settings: { shopId: shop.maybe('id', (n) => shop.string(n)) },
    // Shopify gives no person's name here, so the shop's stands for it.
    address: address && { ...address, name, email: shop.maybe('email', (n) => shop.string(n)) },
    currency: shop.maybe('currencyCode', (n) => shop.currency(n)),
    timeZone: shop.maybe('ianaTimezone', (n) => shop.string(n, /^[A-Za-z0-9+_/-]+$/)),
    weightUnit: shop.maybe('weightUnit', (n) => shop.choice(n, WEIGHT_UNITS)),
    problems: [...missingScopes(granted), ...answer.notes, ...shop.problems],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const about = readShop(await ask(env, shopCall), env.externalAccount);
  const lacking = about.problems.length === 0 ? '' : ` ${about.problems.join(' ')}`;
  return { accountName: about.name, message: `Connected to the Shopify shop ${about.name}.${lacking}` };
}

function readLocation(node: ObjectReader): StoreLocation {
  const address = node.maybe('address', (n) => readAddress(node.object(n), 'countryCode'));
  return {
    externalId: node.string('id', LOCATION_ID),
    name: node.string('name'),
    address: address ?? {},
    active: node.boolean('isActive'),
  };
}

export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  const page = async (after?: string): Promise<ReturnType<typeof connectionOf>> =>
    connectionOf((await ask(env, { name: 'locations', document: LOCATIONS, variables: { after } })).data, 'locations');
  return (await allNodes(await page(), page)).map(readLocation);
}
