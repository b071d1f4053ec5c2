/** Simulator for the Freightcom API: prices that take a moment, bookings once for each id, labels behind links. */
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { accept, rateRequest } from './contract.ts';
import { CATALOGUE, ratesOf } from './pricing.ts';
import * as shipments from './shipments.ts';

/** Working out prices takes the API a moment. */
const PRICING_MS = 80;

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(r.status, { message: r.message, ...(r.field === undefined ? {} : { data: { [r.field]: r.code } }) });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const account = sim.accounts.find(({ credentials }) => credentials.key === request.headers.authorization);
  if (!account) throw new SimRefusal(401, 'unauthorized', 'Unauthorized');
  return account;
}

const route = routesBehind(signedIn, refuse);

const listAnswer = (items: readonly JsonObject[]): SimAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(items),
});

const askRates: Work = (request, sim, account) => {
  const body = jsonBody(request);
  accept(rateRequest, body);
  const id = sim.newId('Rq');
  sim.books.append({ kind: 'note', id, account: account.id, data: body as JsonObject });
  return jsonAnswer(202, { request_id: id });
};

const rates: Work = (request, sim, account) => {
  const asked = sim.books.byId(request.params.id ?? '').find((e) => e.kind === 'note' && e.account === account.id);
  if (!asked) throw new SimRefusal(404, 'not-found', 'Rate request not found.');
  const wanted = rateRequest.parse(asked.data);
  const found = ratesOf(wanted.details, shipments.today(sim))
    .filter(({ id }) => (wanted.services ?? [id]).includes(id) && wanted.excluded_services?.includes(id) !== true)
    .map(({ rate }) => rate);
  const done = sim.now().getTime() - Date.parse(asked.at) >= PRICING_MS;
  return jsonAnswer(200, {
    status: { done, total: CATALOGUE.length, complete: done ? CATALOGUE.length : 1 },
    rates: done ? found : found.slice(0, 1),
  });
};

const book: Work = (request, sim, account) => {
  const { id, previously } = shipments.book(jsonBody(request), sim, account);
  return jsonAnswer(202, { id, previously_created: previously });
};

const one = (request: SimRequest, sim: SimContext, account: SimAccount): shipments.Kept =>
  shipments.own(request.params.id ?? '', sim, account);

const shipment: Work = (request, sim, account) => {
  const kept = one(request, sim, account);
  if (shipments.isWorking(kept, sim)) return { status: 202 };
  return jsonAnswer(200, { shipment: shipments.shipmentJson(kept, sim) });
};

const cancel: Work = (request, sim, account) => {
  shipments.cancel(one(request, sim, account), sim);
  return jsonAnswer(200, {});
};

/** Links carry their own permission. */
const label: SimRoute = {
  name: 'label',
  method: 'GET',
  path: '/labels/:id/:file',
  effect: 'read',
  handle: refusing(async (request, sim) => {
    const kept = shipments.anywhere(request.params.id ?? '', sim);
    const [name = '', format = ''] = (request.params.file ?? '').split('.');
    if (!kept) throw new SimRefusal(404, 'not-found', 'Not found.');
    if (name === 'invoice') {
      const products = kept.request.customs_invoice?.details.products ?? [];
      const lines = products.map((p) => `${p.num_units} x ${p.product_name} (${p.country_of_origin})`);
      return pdf(drawTestPaper('Commercial invoice', lines));
    }
    const model = shipments.labelOf(kept);
    if (format === 'zpl')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: await sim.drawLabel(model, 'zpl') };
    return pdf(await sim.drawLabel(model, 'pdf'));
  }, refuse),
};
const pdf = (body: Uint8Array): SimAnswer => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body });

export const simulator = createSimulator({
  slug: 'freightcom',
  name: 'Freightcom',
  accounts: [
    {
      id: 'freightcom-alpha',
      name: 'Alpha Test Shop',
      credentials: { key: 'freightcom-alpha-key-0001', paymentMethodId: 'PayAlphaNetTerms1' },
    },
    {
      id: 'freightcom-beta',
      name: 'Beta Test Shop',
      credentials: { key: 'freightcom-beta-key-0002', paymentMethodId: 'PayBetaNetTerms2' },
    },
  ],
  routes: [
    route('payment methods', 'GET', '/finance/payment-methods', 'read', (_r, _sim, account) =>
      listAnswer([
        { id: account.credentials.paymentMethodId ?? '', type: 'net-terms', label: 'Net terms' },
        ...(account.id === 'freightcom-beta'
          ? [{ id: 'PayCreditCard0001', type: 'credit-card', label: 'Test card' }]
          : []),
      ]),
    ),
    route('services', 'GET', '/services', 'read', () => listAnswer(CATALOGUE)),
    route('ask rates', 'POST', '/rate', 'read', askRates),
    route('rates', 'GET', '/rate/:id', 'read', rates),
    route('book', 'POST', '/shipment', 'effect', book),
    route('shipment', 'GET', '/shipment/:id', 'read', shipment),
    route('cancel', 'DELETE', '/shipment/:id', 'effect', cancel),
    route('tracking events', 'GET', '/shipment/:id/tracking-events', 'read', (r, sim, account) =>
      jsonAnswer(200, shipments.eventsJson(one(r, sim, account), sim)),
    ),
    label,
  ],
});
