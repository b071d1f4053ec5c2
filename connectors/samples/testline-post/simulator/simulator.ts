/** Simulator for the TestLine Post service: XML with versioned media types, a label behind a link, no look-up by reference. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { s10 } from '@scanship/simulator-kit/check-digits';
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  createSimulator,
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { addWorkingDays, dollars, priceOf, type Priced, type Tariff } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { element } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, parcelOf, rateRequest, shipmentRequest, type ShipmentRequest } from './contract.ts';

const TYPES = {
  rate: 'application/vnd.testline.rate-v1+xml',
  shipment: 'application/vnd.testline.shipment-v2+xml',
  track: 'application/vnd.testline.track-v1+xml',
  account: 'application/vnd.testline.account-v1+xml',
} as const;

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1640,
  residentialCents: 0,
  signatureCents: 195,
  services: [
    {
      code: 'DOM.XP',
      name: 'Xpress',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [1795, 155, 1],
        [2190, 205, 2],
        [2580, 255, 2],
        [3020, 310, 3],
      ]),
    },
    {
      code: 'DOM.EP',
      name: 'Expedited',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [1140, 74, 2],
        [1385, 98, 3],
        [1630, 126, 5],
        [1920, 158, 6],
      ]),
    },
    {
      code: 'DOM.RP',
      name: 'Regular',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [1095, 69, 4],
        [1310, 90, 5],
        [1540, 115, 7],
        [1810, 146, 9],
      ]),
    },
    {
      code: 'USA.EP',
      name: 'Expedited USA',
      scope: 'US',
      maxGrams: 30_000,
      zones: zones([
        [1980, 240, 5],
        [2290, 295, 7],
      ]),
    },
    {
      code: 'USA.SP',
      name: 'Small Packet USA',
      scope: 'US',
      maxGrams: 2000,
      zones: zones([
        [990, 680, 7],
        [1080, 740, 9],
      ]),
    },
  ],
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const document = (
  status: number,
  type: keyof typeof TYPES,
  root: string,
  content: readonly string[],
  namespace: string,
): SimAnswer =>
  xmlAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?>${element(root, content, { xmlns: namespace })}`,
    TYPES[type],
  );

/** The account of user, password and, where the address or body names one, customer number. */
function accountOf(request: SimRequest, sim: SimContext, customer = request.params.customer): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find(
    (a) => a.credentials.user === basic?.user && a.credentials.password === basic?.password,
  );
  if (!account || (customer !== undefined && account.credentials.customer !== customer))
    throw new SimRefusal(401, '401', 'Authentication failed.');
  return account;
}

const priceElement = (priced: Priced): string =>
  element('price', [
    element(
      'lines',
      priced.lines.map((l) =>
        element('line', [element('name', l.label), element('amount', dollars(l.cents))], {
          kind: l.type === 'surcharge' ? 'adjustment' : l.type,
          code: l.code,
        }),
      ),
    ),
    element('due', dollars(priced.total)),
  ]);

function rates(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  checkAccept(request, TYPES.rate);
  const asked = accept(rateRequest, request, TYPES.rate, 'rate-request');
  accountOf(request, sim, asked['customer-number']);
  const from = { countryCode: 'CA', provinceCode: asked.origin.province };
  const to = { countryCode: asked.destination['country-code'], provinceCode: asked.destination.province };
  const quotes = TARIFF.services
    .filter((s) => asked.services?.['service-code'].includes(s.code) ?? true)
    .flatMap((service) => {
      const priced = priceOf(TARIFF, service, from, to, [parcelOf(asked.parcel)], {
        signature: asked.options !== undefined,
      });
      if (!priced) return [];
      return [
        element('quote', [
          element('service-code', service.code),
          element('service-name', service.name),
          priceElement(priced),
          element('billed-weight', (priced.billableGrams / 1000).toFixed(3)),
          element('transit-days', priced.days),
          element('expected-delivery-date', addWorkingDays(asked['expected-mailing-date'], priced.days)),
        ]),
      ];
    });
  if (quotes.length === 0) throw new SimRefusal(404, '9111', 'No service is available.');
  return document(200, 'rate', 'price-quotes', [element('quotes', quotes)], 'urn:testline:rate-v1');
}

function create(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.shipment);
  const asked = accept(shipmentRequest, request, TYPES.shipment, 'shipment');
  const service = TARIFF.services.find((s) => s.code === asked['service-code']);
  const from = { countryCode: asked.sender['country-code'], provinceCode: asked.sender.province };
  const to = { countryCode: asked.destination['country-code'], provinceCode: asked.destination.province };
  const priced =
    service && priceOf(TARIFF, service, from, to, [parcelOf(asked.parcel)], { signature: asked.options !== undefined });
  if (!service || !priced)
    throw new SimRefusal(400, '9111', 'The service is not available for this shipment.', 'service-code');
  const crosses = from.countryCode !== to.countryCode;
  if (crosses && !asked.customs) throw new SimRefusal(400, '7292', 'Customs information is required.', 'customs');
  const digits = String(randomInt(10 ** 8)).padStart(8, '0');
  const pin = `TP${digits}${s10(digits)}XX`;
  const data: JsonObject = {
    request: request.text(),
    pin,
    price: priceElement(priced),
    days: priced.days,
    crosses,
    label: labelModel(asked, pin),
    format: asked['label-format'],
  };
  const entry = sim.books.append({
    kind: 'paid',
    id: sim.newId('ps'),
    account: account.id,
    reference: asked['customer-reference'],
    data,
  });
  sim.books.append({ kind: 'note', id: pin, account: account.id, data: { shipmentId: entry.id } });
  return info(entry, account, sim);
}

const person = (a: ShipmentRequest['sender']): JsonObject & LabelModel['to'] => ({
  name: a.name,
  companyName: a.company,
  address1: a['address-line-1'],
  address2: a['address-line-2'],
  city: a.city,
  provinceCode: a.province,
  zipcode: a['postal-code'],
  countryCode: a['country-code'],
});

const labelModel = (asked: ShipmentRequest, pin: string): JsonObject => ({
  carrierName: 'TESTLINE POST',
  serviceName: TARIFF.services.find((s) => s.code === asked['service-code'])?.name ?? asked['service-code'],
  trackingNumber: pin,
  from: person(asked.sender),
  to: person(asked.destination),
  weightGrams: Math.round(asked.parcel.weight * 1000),
  shipDate: asked['mailing-date'],
  parcelNumber: 1,
  parcelCount: 1,
  references: asked.note === undefined ? [] : [asked.note],
  test: true,
});

const isVoided = (entry: BookEntry, sim: SimContext): boolean =>
  sim.books.byId(entry.id).some((e) => e.kind === 'voided');

function info(entry: BookEntry, account: SimAccount, sim: SimContext): SimAnswer {
  const self = `${sim.address}/rs/${account.credentials.customer}/shipment/${entry.id}`;
  const media = entry.data.format === 'ZPL' ? 'application/zpl' : 'application/pdf';
  return document(
    200,
    'shipment',
    'shipment-info',
    [
      element('shipment-id', entry.id),
      element('shipment-status', isVoided(entry, sim) ? 'voided' : 'created'),
      element('tracking-pin', text(entry.data.pin)),
      text(entry.data.price),
      element('links', [
        element('link', '', { rel: 'self', href: self, 'media-type': TYPES.shipment }),
        element('link', '', { rel: 'label', href: `${self}/label`, 'media-type': media }),
      ]),
    ],
    'urn:testline:shipment-v2',
  );
}

function entryOf(request: SimRequest, sim: SimContext): { entry: BookEntry; account: SimAccount } {
  const account = accountOf(request, sim);
  const entry = sim.books.byId(request.params.id ?? '').find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry) throw new SimRefusal(404, '404', 'There is no such shipment.');
  return { entry, account };
}

async function label(request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  const { entry } = entryOf(request, sim);
  const zpl = entry.data.format === 'ZPL';
  const media = zpl ? 'application/zpl' : 'application/pdf';
  checkAccept(request, media);
  const model = entry.data.label as JsonObject & LabelModel;
  return { status: 200, headers: { 'content-type': media }, body: await sim.drawLabel(model, zpl ? 'zpl' : 'pdf') };
}

function voidShipment(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim);
  checkAccept(request, TYPES.shipment);
  if (isVoided(entry, sim)) throw new SimRefusal(409, '8064', 'The shipment is voided already.');
  if (sim.now().getTime() - Date.parse(entry.at) > 2 * 3_600_000)
    throw new SimRefusal(409, '8065', 'The shipment was transmitted.');
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return info(entry, account, sim);
}

function look(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim);
  checkAccept(request, TYPES.shipment);
  return info(entry, account, sim);
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['0100', 'Electronic information submitted'],
  accepted: ['0200', 'Item accepted at the post office'],
  departed: ['0300', 'Item in transit'],
  customs: ['0350', 'Item in customs review'],
  out: ['0400', 'Item out for delivery'],
  delivered: ['0500', 'Delivered'],
};

function track(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  checkAccept(request, TYPES.track);
  const pin = request.params.pin ?? '';
  const entry = sim.books.byId(text(sim.books.byId(pin)[0]?.data.shipmentId)).find((e) => e.kind === 'paid');
  if (!entry) throw new SimRefusal(404, '404', 'No tracking information for this number.');
  const model = entry.data.label as JsonObject & LabelModel;
  const days = Number(entry.data.days);
  const story = storyOf(new Date(entry.at), sim.now(), days, entry.data.crosses === true, {
    from: model.from.city,
    to: model.to.city,
  });
  const events = story.map((e) => {
    const [code, words] = EVENTS[e.event];
    return element('event', [
      element('event-identifier', code),
      element('event-date-time', e.at.toISOString()),
      element('event-description', words),
      element('event-site', e.place),
    ]);
  });
  const content = [
    element('pin', pin),
    element('expected-delivery-date', addWorkingDays(model.shipDate, days)),
    element('events', events),
  ];
  return document(200, 'track', 'tracking-detail', content, 'urn:testline:track-v1');
}

function account(request: SimRequest, sim: SimContext): SimAnswer {
  const mine = accountOf(request, sim);
  checkAccept(request, TYPES.account);
  return document(200, 'account', 'account', [element('name', mine.name)], 'urn:testline:account-v1');
}

const route = routesOf((r) =>
  xmlAnswer(
    r.status,
    `<?xml version="1.0" encoding="UTF-8"?>${element('messages', [element('message', [element('code', r.code), element('description', r.message), element('field', r.field ?? '')])])}`,
    'application/vnd.testline.messages+xml',
  ),
);

export const simulator = createSimulator({
  slug: 'testline-post',
  name: 'TestLine Post',
  accounts: [
    {
      id: 'post-alpha',
      name: 'Alpha Test Shop',
      credentials: { customer: '1000001', user: 'post-alpha', password: 'alpha-word-1' },
    },
    {
      id: 'post-beta',
      name: 'Beta Test Shop',
      credentials: { customer: '1000002', user: 'post-beta', password: 'beta-word-2' },
    },
  ],
  routes: [
    route('rates', 'POST', '/rs/price', 'read', rates),
    route('account', 'GET', '/rs/:customer/account', 'read', account),
    route('create', 'POST', '/rs/:customer/shipment', 'effect', create),
    route('look-up', 'GET', '/rs/:customer/shipment/:id', 'read', look),
    route('label', 'GET', '/rs/:customer/shipment/:id/label', 'read', label),
    route('void', 'DELETE', '/rs/:customer/shipment/:id', 'effect', voidShipment),
    route('track', 'GET', '/vis/track/:pin', 'read', track),
  ],
});
