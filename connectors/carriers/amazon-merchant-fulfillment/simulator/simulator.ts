/** Simulator of Amazon's Merchant Fulfillment API v0 with Login with Amazon and restricted data tokens. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { createSignIn } from '@scanship/simulator-kit/login-with-amazon';
import { refusal, refusalAnswer } from '@scanship/simulator-kit/selling-partner-refusals';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  refusing,
  type SimAccount,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accept, restrictedRequest } from './contract.ts';
import * as shipments from './shipments.ts';

const signIn = createSignIn();

interface Restricted {
  readonly account: SimAccount;
  readonly until: number;
  /** "GET /mfn/v0/shipments/{shipmentId}" */
  readonly good: readonly string[];
}
/** Tokens live in memory: a restarted simulator knows none. */
const restricted = new Map<string, Restricted>();

type Work = (request: SimRequest, sim: SimContext, account: SimAccount) => JsonObject | Promise<JsonObject>;
type Who = (request: SimRequest, sim: SimContext) => SimAccount;

const answering = (who: Who, work: Work): SimRoute['handle'] =>
  refusing(
    async (request, sim) => jsonAnswer(200, await work(request, sim, who(request, sim))),
    (refused) => refusalAnswer(refused),
  );

const withAccess: Who = (request, sim) => signIn.accountOf(request, sim);

/** @param resource method and path as the token names them */
const withRestricted =
  (resource: string): Who =>
  (request, sim) => {
    const token = restricted.get(request.headers['x-amz-access-token'] ?? '');
    if (token && token.until > sim.now().getTime() && token.good.includes(resource)) return token.account;
    // Another token, however good, is refused like none.
    throw refusal(
      403,
      'Unauthorized',
      'Access to requested resource is denied.',
      'The access token you provided is revoked, malformed or invalid.',
    );
  };

const dataToken: Work = (request, sim, account) => {
  const { restrictedResources } = accept(restrictedRequest, jsonBody(request));
  const value = `Atz.sprdt|${randomBytes(24).toString('base64url')}`;
  restricted.set(value, {
    account,
    until: sim.now().getTime() + 3_600_000,
    good: restrictedResources.map(({ method, path }) => `${method} ${path}`),
  });
  return { restrictedDataToken: value, expiresIn: 3600 };
};

const BY_ID = '/mfn/v0/shipments/{shipmentId}';

const account = (id: string, name: string): SimAccount => ({
  id,
  name,
  credentials: {
    clientId: `amzn1.application-oa2-client.${id}`,
    clientSecret: `amzn1.oa2-cs.v1.${id}`,
    refreshToken: `Atzr|${id}-refresh-token`,
  },
});

export const simulator = createSimulator({
  slug: 'amazon-merchant-fulfillment',
  name: 'Amazon Merchant Fulfillment',
  accounts: [account('amazon-seller-alpha', 'Alpha Test Shop'), account('amazon-seller-beta', 'Beta Test Shop')],
  routes: [
    signIn.token,
    {
      name: 'restricted data token',
      method: 'POST',
      path: '/tokens/2021-03-01/restrictedDataToken',
      effect: 'auth',
      handle: answering(withAccess, dataToken),
    },
    {
      name: 'offers',
      method: 'POST',
      path: '/mfn/v0/eligibleShippingServices',
      effect: 'read',
      handle: answering(withAccess, (r, sim, who) => shipments.eligible(jsonBody(r), who, sim)),
    },
    {
      name: 'purchase',
      method: 'POST',
      path: '/mfn/v0/shipments',
      effect: 'effect',
      handle: answering(withRestricted('POST /mfn/v0/shipments'), (r, sim, who) =>
        shipments.create(jsonBody(r), who, sim),
      ),
    },
    {
      name: 'shipment',
      method: 'GET',
      path: '/mfn/v0/shipments/:id',
      effect: 'read',
      handle: answering(withRestricted(`GET ${BY_ID}`), (r, sim, who) =>
        shipments.read(r.params['id'] ?? '', who, sim),
      ),
    },
    {
      name: 'cancel',
      method: 'DELETE',
      path: '/mfn/v0/shipments/:id',
      effect: 'effect',
      handle: answering(withRestricted(`DELETE ${BY_ID}`), (r, sim, who) =>
        shipments.cancel(r.params['id'] ?? '', who, sim),
      ),
    },
  ],
});
