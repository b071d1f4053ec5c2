/** Simulator of Amazon's Shipping API v2 with Login with Amazon. */
import { createSignIn } from '@scanship/simulator-kit/login-with-amazon';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
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
import type { JsonObject } from '@scanship/domain/values/json';
import { accept, formRequest, historyRequest, openRequest } from './contract.ts';
import { BUSINESSES } from './pricing.ts';
import * as shipments from './shipments.ts';

const signIn = createSignIn();

type Business = NonNullable<(typeof BUSINESSES)[string]>;
type Work = (
  request: SimRequest,
  sim: SimContext,
  account: SimAccount,
  business: Business,
) => JsonObject | Promise<JsonObject>;

/** The default is the British business, as the contract says. */
const businessOf = (request: SimRequest, account: SimAccount): Business => {
  const name = request.headers['x-amzn-shipping-business-id'] ?? 'AmazonShipping_UK';
  const business = BUSINESSES[name];
  if (!business || business.country !== account.credentials['country'])
    throw refusal(403, 'Unauthorized', 'The account is not enrolled in this shipping business.');
  return business;
};

const route = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  work: Work,
): SimRoute => ({
  name,
  method,
  path: `/shipping/v2${path}`,
  effect,
  handle: refusing(
    async (request, sim) => {
      const account = signIn.accountOf(request, sim);
      return jsonAnswer(200, { payload: await work(request, sim, account, businessOf(request, account)) });
    },
    (refused) => refusalAnswer(refused),
  ),
});

/** Members of these answers stand at the top, without `payload`. */
const bare = (...given: Parameters<typeof route>): SimRoute => {
  const [name, method, path, effect, work] = given;
  return {
    ...route(name, method, path, effect, work),
    handle: refusing(
      async (request, sim) => {
        const account = signIn.accountOf(request, sim);
        return jsonAnswer(200, await work(request, sim, account, businessOf(request, account)));
      },
      (refused) => refusalAnswer(refused),
    ),
  };
};

const form: Work = (request, sim, account, business) => {
  const { carrierId } = accept(formRequest, jsonBody(request));
  if (carrierId !== business.carrierId) throw refusal(400, 'InvalidInput', 'The carrier makes no collection forms.');
  const key = request.headers['x-amzn-idempotencykey'] ?? sim.newId('key-');
  const before = sim.books.byId(key).find((entry) => entry.kind === 'document' && entry.account === account.id);
  const ids = before
    ? (before.data['shipments'] as readonly string[])
    : shipments.waiting(account, sim).map(({ id }) => id);
  if (ids.length === 0) throw refusal(400, 'InvalidInput', 'There are no unmanifested shipments.');
  if (!before) {
    const formId = sim.newId('form-');
    sim.books.append({ kind: 'manifest', id: formId, account: account.id, reference: key, data: {} });
    sim.books.append({ kind: 'document', id: key, account: account.id, data: { form: formId, shipments: [...ids] } });
    for (const id of ids) sim.books.append({ kind: 'note', id, account: account.id, data: { form: formId } });
  }
  const paper = drawTestPaper('Collection form', [...ids]);
  return {
    collectionsFormDocument: {
      base64EncodedContent: Buffer.from(paper).toString('base64'),
      documentFormat: 'application/pdf',
    },
  };
};

const history: Work = (request, sim, account) => {
  const { maxResults } = accept(historyRequest, jsonBody(request));
  const forms = sim.books.all().filter((entry) => entry.kind === 'manifest' && entry.account === account.id);
  return {
    collectionFormsHistoryRecordList: forms
      .toReversed()
      .slice(0, maxResults ?? 10)
      .map((entry) => ({
        carrierName: 'Amazon Shipping',
        creationDate: entry.at,
        generationStatus: 'Completed',
        collectionFormId: entry.id,
      })),
    lastRefreshedDate: sim.now().toISOString(),
  };
};

const open: Work = (request, sim, account, business) => {
  accept(openRequest, jsonBody(request));
  return {
    unmanifestedCarrierInformationList:
      shipments.waiting(account, sim).length === 0
        ? []
        : [
            {
              carrierId: business.carrierId,
              carrierName: 'Amazon Shipping',
              unmanifestedShipmentLocationList: [{ lastManifestDate: sim.now().toISOString() }],
            },
          ],
  };
};

const track: Work = (request, sim, account, business) => {
  const { query } = request;
  const [trackingId, carrierId] = [query.get('trackingId'), query.get('carrierId')];
  if (!trackingId || !carrierId) throw refusal(400, 'InvalidInput', 'trackingId and carrierId are required.');
  if (carrierId !== business.carrierId) throw refusal(404, 'NotFound', 'The tracking id was not found.');
  return shipments.track(trackingId, account, sim);
};

const account = (id: string, name: string, country: string): SimAccount => ({
  id,
  name,
  credentials: {
    country,
    clientId: `amzn1.application-oa2-client.${id}`,
    clientSecret: `amzn1.oa2-cs.v1.${id}`,
    refreshToken: `Atzr|${id}-refresh-token`,
  },
});

export const simulator = createSimulator({
  slug: 'amazon-shipping',
  name: 'Amazon Shipping',
  accounts: [
    account('amazon-alpha', 'Alpha Test Shop', 'US'),
    account('amazon-beta', 'Beta Test Shop', 'US'),
    account('amazon-gamma', 'Gamma Test Shop', 'GB'),
  ],
  routes: [
    signIn.token,
    route('rates', 'POST', '/shipments/rates', 'read', (r, sim, who, business) =>
      shipments.rates(jsonBody(r), business, who, sim),
    ),
    route('purchase', 'POST', '/shipments', 'effect', (r, sim, who, business) =>
      shipments.purchase(jsonBody(r), r.headers['x-amzn-idempotencykey'], business, who, sim),
    ),
    route('cancel', 'PUT', '/shipments/:id/cancel', 'effect', (r, sim, who) =>
      shipments.cancel(r.params['id'] ?? '', who, sim),
    ),
    route('tracking', 'GET', '/tracking', 'read', track),
    bare('collection form', 'POST', '/collectionForms', 'effect', form),
    bare('collection forms', 'PUT', '/collectionForms/history', 'read', history),
    bare('open shipments', 'PUT', '/unmanifestedShipments', 'read', open),
  ],
});
