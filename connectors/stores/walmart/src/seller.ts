/** Keys, tokens, who the seller is, and the places they ship from. */
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { Http } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import {
  ACCESS_EXPIRES_AT,
  ACCESS_TOKEN,
  type ConnectEnv,
  type StoreEnv,
} from '@scanship/connector-kit/store/store-environment';
import { ask, askMaybe, askWithToken, marketHeaders, refusalOf, type Call } from './client.ts';
import { PARTNER_ID } from './manifest-family.ts';
import type { Market } from './market.ts';
import { readCountry } from './reading.ts';

type Keys = Readonly<Record<string, string>>;

const profileCall: Call = { name: 'partner profile', path: '/v3/settings/partnerprofile' };
const detailCall: Call = { name: 'token detail', path: '/v3/token/detail' };
const nodesCall: Call = {
  name: 'fulfillment centers',
  path: '/v3/settings/shipping/shipnodes',
  query: { includeCalendarDayConfiguration: 'false' },
};

const ID = new RegExp(`^${PARTNER_ID}$`);

/** A new token from the seller's keys; Walmart's live 15 minutes and older ones stay good beside it. */
async function newToken(market: Market, http: Http, keys: Keys, now: Date): Promise<Record<string, string>> {
  const pair = `${keys.clientId?.trim() ?? ''}:${keys.clientSecret?.trim() ?? ''}`;
  const { WM_GLOBAL_VERSION: _version, ...headers } = marketHeaders(market);
  const response = await http.send({
    name: 'token',
    method: 'POST',
    path: '/v3/token',
    headers: {
      ...headers,
      authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    readOnly: true,
    readProblem(refused) {
      const { code, words } = refusalOf(refused);
      if (![400, 401, 403].includes(refused.status)) return { vendorCode: code, vendorMessage: words };
      return {
        kind: 'not-authorised',
        vendorCode: code ?? 'keys-refused',
        vendorMessage: words,
        message: `${market.manifest.name} does not accept this client ID and secret; make new ones in the developer portal and connect the store with them.`,
      };
    },
  });
  const answer = readObject(response.json());
  const seconds = answer.integer('expires_in', 1);
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: new Date(now.getTime() + Math.min(seconds, 86_400) * 1_000).toISOString(),
  };
}

export const renewWith =
  (market: Market) =>
  (env: ConnectEnv): Promise<Record<string, string>> =>
    newToken(market, env.http, env.credentials, env.now());

interface About {
  readonly partnerId: string;
  readonly name: string;
}

function readProfile(json: unknown, market: Market): About {
  const partner = readObject(json).object('partner').isolated();
  const partnerId = partner.id('partnerId', ID);
  const name =
    partner.maybe('partnerDisplayName', (n) => partner.string(n)) ??
    partner.maybe('partnerName', (n) => partner.string(n)) ??
    `${market.manifest.name} ${partnerId}`;
  return { partnerId, name };
}

type Level = 'full_access' | 'view_only' | 'no_access';
const LEVELS: Readonly<Record<string, Level>> = {
  full_access: 'full_access',
  view_only: 'view_only',
  no_access: 'no_access',
};

/** What the keys may not do, one sentence each. Scopes Walmart does not name are not missing: keys of one's own have none. */
function scopeProblems(json: unknown): string[] {
  const detail = readObject(json).isolated();
  const scopes = detail.maybe('scopes', (n) => detail.object(n));
  const level = (name: string): Level | undefined => scopes?.maybe(name, (n) => scopes.choice(n, LEVELS));
  const orders = level('orders');
  return [
    ...(orders === 'no_access'
      ? ['These keys may not see orders; give them full access to orders in the developer portal.']
      : []),
    ...(orders === 'view_only'
      ? [
          'These keys may only look at orders, so nothing can be reported as shipped; give them full access to orders in the developer portal.',
        ]
      : []),
    ...(level('item') === 'no_access'
      ? ['These keys may not see items, so no products come in; give them view access to items.']
      : []),
  ];
}

interface Node extends StoreLocation {
  readonly timeZone: string | undefined;
}

const ZONES: Readonly<Record<string, string>> = {
  PST: 'America/Los_Angeles',
  MST: 'America/Denver',
  CST: 'America/Chicago',
  EST: 'America/New_York',
};
const ACTIVE = { ACTIVE: true, INACTIVE: false } as const;

function readNode(node: ObjectReader): Node {
  const place = node.maybe('postalAddress', (n) => node.object(n));
  const text = (name: string): string | undefined => place?.maybe(name, (n) => place.string(n));
  const externalId = node.id('shipNode', /^[\w-]{1,60}$/);
  const zone = node.maybe('timeZone', (n) => node.string(n));
  return {
    externalId,
    name: node.maybe('shipNodeName', (n) => node.string(n)) ?? externalId,
    active: node.has('status') ? node.choice('status', ACTIVE) : true,
    timeZone: zone === undefined ? undefined : ZONES[zone],
    address: {
      address1: text('addressLine1'),
      city: text('city'),
      provinceCode: text('state'),
      zipcode: text('postalCode'),
      countryCode: place?.maybe('country', (n) => readCountry(place, n)),
    },
  };
}

const readNodes = (json: unknown): Node[] => readObject({ nodes: json }).list('nodes', readNode);

export const locationsOf =
  (market: Market) =>
  async (env: StoreEnv): Promise<StoreLocation[]> => {
    // A seller without any is answered with 404.
    const json = await askMaybe(market, env, nodesCall);
    return json === undefined ? [] : readNodes(json).map(({ timeZone: _zone, ...location }) => location);
  };

/** A question whose refusal is no reason to keep a store out. */
async function unlessRefused<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ConnectorError && ['not-authorised', 'refused'].includes(error.problem.kind)) return undefined;
    throw error;
  }
}

/** Tries the keys, asks who the seller is and what the keys may do. */
export const connectWith =
  (market: Market) =>
  async (keys: Keys, env: ConnectEnv): Promise<ConnectedStore> => {
    const access = await newToken(market, env.http, keys, env.now());
    const question = (call: Call): Promise<unknown> =>
      askWithToken(market, env.http, access[ACCESS_TOKEN] ?? '', () => env.now(), call);
    const about = readProfile(await question(profileCall), market);
    if (env.externalAccount !== '' && env.externalAccount !== about.partnerId)
      throw fail(
        'refused',
        `These are the keys of another seller (${about.name}); connect that one as a store of its own.`,
        { vendorCode: 'other-seller' },
      );
    const detail = await unlessRefused(question(detailCall));
    const nodes = market.manifest.capabilities.locations ? await unlessRefused(question(nodesCall)) : undefined;
    const places = nodes === undefined ? [] : readNodes(nodes);
    const place = places.find((node) => node.active) ?? places[0];
    return {
      externalAccount: about.partnerId,
      name: about.name,
      credentials: {
        clientId: keys.clientId?.trim() ?? '',
        clientSecret: keys.clientSecret?.trim() ?? '',
        ...access,
      },
      settings: {},
      address: place && { ...place.address, name: about.name },
      currency: market.currency,
      timeZone: place?.timeZone,
      problems: detail === undefined ? [] : scopeProblems(detail),
    };
  };

export const testWith =
  (market: Market) =>
  async (env: StoreEnv): Promise<{ message: string; accountName: string }> => {
    const about = readProfile(await ask(market, env, profileCall), market);
    const detail = await unlessRefused(ask(market, env, detailCall));
    const missing = detail === undefined ? [] : scopeProblems(detail);
    return {
      accountName: about.name,
      message: [`Connected to ${about.name} at ${market.manifest.name}.`, ...missing].join(' '),
    };
  };
