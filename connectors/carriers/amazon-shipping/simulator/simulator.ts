/** Simulator of Amazon's Shipping API v2 with Login with Amazon. */
import { createSignIn } from '@scanship/simulator-kit/login-with-amazon';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { refusal, refusalAnswer } from '@scanship/simulator-kit/selling-partner-refusals';
import { routesSaying, type Work } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { accept, formRequest, historyRequest, openRequest } from './contract.ts';
import { BUSINESSES } from './pricing.ts';
import * as shipments from './shipments.ts';

const signIn = createSignIn();

type Business = NonNullable<(typeof BUSINESSES)[string]>;
interface Asking {
  readonly account: SimAccount;
  readonly business: Business;
}
/** The default is the British business, as the contract says. */
const asking = (request: SimRequest, sim: SimContext): Asking => {
  const account = signIn.accountOf(request, sim);
  const business = BUSINESSES[request.headers['x-amzn-shipping-business-id'] ?? 'AmazonShipping_UK'];
  if (!business || business.country !== account.credentials['country'])
    throw refusal(403, 'Unauthorized', 'The account is not enrolled in this shipping business.');
  return { account, business };
};

const refuse = (refused: Parameters<typeof refusalAnswer>[0]): SimAnswer => refusalAnswer(refused);
const route = routesSaying(asking, refuse, (payload: JsonObject) => jsonAnswer(200, { payload }), '/shipping/v2');
/** Members of these answers stand at the top, without `payload`. */
const bare = routesSaying(asking, refuse, (said: JsonObject) => jsonAnswer(200, said), '/shipping/v2');
const made = routesSaying(asking, refuse, (said: JsonObject) => jsonAnswer(201, said), '/shipping/v2');
type Job = Work<Asking, JsonObject>;

const form: Job = (request, sim, { account, business }) => {
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

const history: Job = (request, sim, { account }) => {
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

const open: Job = (request, sim, { account, business }) => {
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

const track: Job = (request, sim, { account, business }) => {
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
    route('rates', 'POST', '/shipments/rates', 'read', (r, sim, { account: who, business }) =>
      shipments.rates(jsonBody(r), business, who, sim),
    ),
    route('purchase', 'POST', '/shipments', 'effect', (r, sim, { account: who, business }) =>
      shipments.purchase(jsonBody(r), r.headers['x-amzn-idempotencykey'], business, who, sim),
    ),
    route('cancel', 'PUT', '/shipments/:id/cancel', 'effect', (r, sim, { account: who }) =>
      shipments.cancel(r.params['id'] ?? '', who, sim),
    ),
    route('tracking', 'GET', '/tracking', 'read', track),
    bare('collection form', 'POST', '/collectionForms', 'effect', form),
    bare('collection forms', 'PUT', '/collectionForms/history', 'read', history),
    made('create claim', 'POST', '/claims', 'effect', (r, sim, { account: who }) =>
      shipments.claim(jsonBody(r), who, sim),
    ),
    bare('open shipments', 'PUT', '/unmanifestedShipments', 'read', open),
  ],
});
