/** Simulator for the TestLine Ground SOAP service: one address, eleven actions, one parcel per shipment, look-up by reference. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { mod10Weights31 } from '@scanship/simulator-kit/check-digits';
import {
  createSimulator,
  refusing,
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { addWorkingDays, dollars, priceOf, type Priced, type Tariff } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { child, element, readXml } from '@scanship/simulator-kit/xml-message';
import {
  accept,
  createRequest,
  findRequest,
  parcelsOf,
  placeOf,
  ratesRequest,
  trackRequest,
  voidRequest,
  type CreateRequest,
  type RatesRequest,
} from './contract.ts';
import { bookPickup, cancelPickup, closeDay, findClosing, findPickup } from './day.ts';

const NAMESPACE = 'urn:testline:ground:v1';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 6000,
  fuelBasisPoints: 2210,
  residentialCents: 395,
  signatureCents: 275,
  services: [
    {
      code: 'GRD',
      name: 'Ground',
      scope: 'domestic',
      maxGrams: 34_000,
      zones: zones([
        [1185, 62, 2],
        [1390, 84, 3],
        [1610, 109, 4],
        [1895, 142, 6],
      ]),
    },
    {
      code: 'GRD2',
      name: 'Ground Select',
      scope: 'domestic',
      maxGrams: 15_000,
      zones: zones([
        [985, 71, 3],
        [1160, 96, 4],
        [1340, 124, 6],
        [1575, 160, 8],
      ]),
    },
    {
      code: 'GUS',
      name: 'Ground USA',
      scope: 'US',
      maxGrams: 34_000,
      zones: zones([
        [2240, 175, 4],
        [2690, 220, 7],
      ]),
    },
    {
      code: 'GUS2',
      name: 'Ground USA Select',
      scope: 'US',
      maxGrams: 15_000,
      zones: zones([
        [1875, 190, 6],
        [2230, 240, 9],
      ]),
    },
  ],
};

const envelope = (status: number, content: string): SimAnswer =>
  xmlAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${content}</soap:Body></soap:Envelope>`,
  );

const answer = (action: string, content: readonly string[]): SimAnswer =>
  envelope(200, element(`${action}Response`, content, { xmlns: NAMESPACE }));

const fault = (code: string, text: string): SimAnswer =>
  envelope(500, element('soap:Fault', [element('faultcode', code), element('faultstring', text)]));

/** The request element of the body and the account of the header. */
function opened(
  request: SimRequest,
  sim: SimContext,
  action: string,
): { readonly account: SimAccount; readonly body: unknown } {
  const root = child(readXml(request.text()), 'Envelope');
  const security = child(child(root, 'Header'), 'Security');
  const account = sim.accounts.find(
    (a) =>
      a.credentials.username === child(security, 'Username') && a.credentials.password === child(security, 'Password'),
  );
  if (!account) throw new SimRefusal(500, 'soap:Client.Authentication', 'The user name or password is wrong.');
  const body = child(child(root, 'Body'), `${action}Request`);
  if (body === undefined) throw new SimRefusal(500, 'soap:Client', `The body has no ${action}Request.`);
  return { account, body };
}

const price = (request: RatesRequest | CreateRequest, service: Tariff['services'][number]): Priced | undefined =>
  priceOf(TARIFF, service, placeOf(request.From), placeOf(request.To), parcelsOf(request), {
    signature: request.Signature === 'Y',
  });

const TYPES = { base: 'BAS', fuel: 'FSC', surcharge: 'SUR', option: 'OPT', tax: 'TAX' } as const;

const priceElement = (priced: Priced): string =>
  element('Price', [
    element('Currency', 'CAD'),
    element(
      'Lines',
      priced.lines.map((l) =>
        element('Line', [
          element('Type', TYPES[l.type]),
          element('Code', l.code),
          element('Name', l.label),
          element('Amount', dollars(l.cents)),
        ]),
      ),
    ),
    element('Total', dollars(priced.total)),
  ]);

function rates(body: unknown): string[] {
  const asked = accept(ratesRequest, body);
  if (asked.From.Country !== 'CA') throw new SimRefusal(200, 'E210', 'Shipments start in Canada.', 'From.Country');
  const services = TARIFF.services.filter((s) => asked.Service.length === 0 || asked.Service.includes(s.code));
  const found = services.flatMap((service) => {
    const priced = price(asked, service);
    if (!priced) return [];
    return [
      element('Rate', [
        element('ServiceCode', service.code),
        element('ServiceName', service.name),
        priceElement(priced),
        element('BilledGrams', priced.billableGrams),
        element('Days', priced.days),
        element('DeliveryDate', addWorkingDays(asked.ShipDate, priced.days)),
      ]),
    ];
  });
  return [element('Rates', found)];
}

async function create(body: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  const asked = accept(createRequest, body);
  const service = TARIFF.services.find((s) => s.code === asked.Service);
  const priced = service && price(asked, service);
  if (asked.Parcel.length !== 1) throw new SimRefusal(200, 'E100', 'One parcel per shipment.', 'Parcel');
  if (!service || !priced)
    throw new SimRefusal(200, 'E210', 'The service is not available for this shipment.', 'Service');
  const crosses = asked.From.Country !== asked.To.Country;
  if (crosses && !asked.Customs) throw new SimRefusal(200, 'E220', 'Customs information is required.', 'Customs');
  const digits = String(randomInt(10 ** 12)).padStart(12, '0');
  const parcelNumber = `TG${digits}${mod10Weights31(digits)}`;
  const data: JsonObject = {
    request: body as JsonObject,
    parcelNumber,
    price: priceElement(priced),
    days: priced.days,
    crosses,
  };
  const entry = sim.books.append({
    kind: 'paid',
    id: sim.newId('gs-'),
    account: account.id,
    reference: asked.Reference,
    data,
  });
  sim.books.append({ kind: 'note', id: parcelNumber, account: account.id, data: { shipmentId: entry.id } });
  return [await shipmentElement(entry, asked.LabelFormat, sim)];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isVoid = (sim: SimContext, id: string): boolean => sim.books.byId(id).some((e) => e.kind === 'voided');
const paidEntry = (entries: readonly BookEntry[], account: SimAccount): BookEntry => {
  const entry = entries.find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry) throw new SimRefusal(200, 'E300', 'There is no such shipment.');
  return entry;
};

async function shipmentElement(entry: BookEntry, format: 'PDF' | 'ZPL', sim: SimContext): Promise<string> {
  const asked = createRequest.parse(entry.data.request);
  const label = await sim.drawLabel(labelOf(asked, text(entry.data.parcelNumber)), format === 'ZPL' ? 'zpl' : 'pdf');
  return element('Shipment', [
    element('ShipmentId', entry.id),
    element('ParcelNumber', text(entry.data.parcelNumber)),
    element('Status', isVoid(sim, entry.id) ? 'VOID' : 'OPEN'),
    element('Label', Buffer.from(label).toString('base64')),
    text(entry.data.price),
  ]);
}

const person = (a: CreateRequest['To']): LabelModel['to'] => ({
  name: a.Name,
  companyName: a.Company,
  address1: a.Street1,
  address2: a.Street2,
  city: a.City,
  provinceCode: a.Province,
  zipcode: a.PostalCode,
  countryCode: a.Country,
});

const labelOf = (asked: CreateRequest, trackingNumber: string): LabelModel => ({
  carrierName: 'TESTLINE GROUND',
  serviceName: TARIFF.services.find((s) => s.code === asked.Service)?.name ?? asked.Service,
  trackingNumber,
  from: person(asked.From),
  to: person(asked.To),
  weightGrams: asked.Parcel[0]?.Grams ?? 0,
  shipDate: asked.ShipDate,
  parcelNumber: 1,
  parcelCount: 1,
  references: asked.Note,
  test: true,
});

async function find(body: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  const asked = accept(findRequest, body);
  return [await shipmentElement(paidEntry(sim.books.byReference(asked.Reference), account), asked.LabelFormat, sim)];
}

function voidShipment(body: unknown, sim: SimContext, account: SimAccount): string[] {
  const entry = paidEntry(sim.books.byId(accept(voidRequest, body).ShipmentId), account);
  if (isVoid(sim, entry.id)) throw new SimRefusal(200, 'E310', 'The shipment is void already.');
  if (sim.now().getTime() - Date.parse(entry.at) > 2 * 3_600_000)
    throw new SimRefusal(200, 'E320', 'The parcel was picked up.');
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return [element('Status', 'VOID'), element('Refund', 'NEXT_INVOICE')];
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['10', 'Shipment data received'],
  accepted: ['20', 'Picked up'],
  departed: ['30', 'In transit'],
  customs: ['35', 'Customs clearance'],
  out: ['40', 'On the delivery vehicle'],
  delivered: ['50', 'Delivered'],
};

function track(body: unknown, sim: SimContext): string[] {
  const numbers = accept(trackRequest, body).ParcelNumber;
  return [
    element(
      'Parcels',
      numbers.map((n) => tracked(n, sim)),
    ),
  ];
}

function tracked(number: string, sim: SimContext): string {
  const entry = sim.books.byId(text(sim.books.byId(number)[0]?.data.shipmentId)).find((e) => e.kind === 'paid');
  if (!entry) return element('Parcel', [element('ParcelNumber', number), element('Known', 'N')]);
  const asked = createRequest.parse(entry.data.request);
  const places = { from: `${asked.From.City} ${asked.From.Province}`, to: `${asked.To.City} ${asked.To.Province}` };
  const events = storyOf(
    new Date(entry.at),
    sim.now(),
    Number(entry.data.days),
    entry.data.crosses === true,
    places,
  ).map((e) => {
    const [code, words] = EVENTS[e.event];
    return element('Event', [
      element('Time', e.at.toISOString().slice(0, 19)),
      element('Zone', 'Etc/UTC'),
      element('Code', code),
      element('Text', words),
      element('Place', e.place),
    ]);
  });
  return element('Parcel', [element('ParcelNumber', number), element('Known', 'Y'), element('Events', events)]);
}

type Work = (body: unknown, sim: SimContext, account: SimAccount) => string[] | Promise<string[]>;

const route = (name: string, action: string, effect: SimRoute['effect'], work: Work): SimRoute => ({
  name,
  method: 'POST',
  path: '/GroundService',
  effect,
  when: (request) => request.headers.soapaction === `"${NAMESPACE}/${action}"`,
  handle: refusing(
    async (request, sim) => {
      const { account, body } = opened(request, sim, action);
      return answer(action, await work(body, sim, account));
    },
    // Sign-in and malformed messages are SOAP faults; everything else is an error inside an answer with status 200.
    (r) =>
      r.status === 200
        ? answer(action, [
            element('Errors', [
              element('Error', [
                element('Code', r.code),
                element('Field', r.field ?? ''),
                element('Description', r.message),
              ]),
            ]),
          ])
        : fault(r.code.startsWith('soap:') ? r.code : 'soap:Client', r.message),
  ),
});

export const simulator = createSimulator({
  slug: 'testline-ground',
  name: 'TestLine Ground',
  accounts: [
    {
      id: 'ground-alpha',
      name: 'Alpha Test Shop',
      credentials: { username: 'ground-alpha', password: 'alpha-pass-1' },
    },
    { id: 'ground-beta', name: 'Beta Test Shop', credentials: { username: 'ground-beta', password: 'beta-pass-2' } },
  ],
  routes: [
    route('rates', 'GetRates', 'read', rates),
    route('create', 'CreateShipment', 'effect', create),
    route('find', 'FindShipment', 'read', find),
    route('void', 'VoidShipment', 'effect', voidShipment),
    route('track', 'TrackParcels', 'read', track),
    route('book-pickup', 'BookPickup', 'effect', bookPickup),
    route('find-pickup', 'FindPickup', 'read', findPickup),
    route('cancel-pickup', 'CancelPickup', 'effect', cancelPickup),
    route('close', 'CloseDay', 'effect', (body, sim, account) => closeDay(body, sim, account, isVoid)),
    route('find-closing', 'FindClosing', 'read', findClosing),
    route('account', 'ValidateAccount', 'read', (_body, _sim, account) => [element('AccountName', account.name)]),
  ],
});
