/** Simulator for the TestLine Express API: JSON over HTTP, OAuth, several pieces per call, idempotency keys. */
import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { luhn } from '@scanship/simulator-kit/check-digits';
import { createOAuthServer } from '@scanship/simulator-kit/oauth-server';
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimPush,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { addWorkingDays, dollars, priceOf, type Priced, type Tariff } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import {
  accept,
  parcelsOf,
  placeOf,
  pushRequest,
  rateRequest,
  shipRequest,
  type RateRequest,
  type ShipRequest,
} from './contract.ts';
import { dayRoutes, isClosed } from './day.ts';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1875,
  residentialCents: 425,
  signatureCents: 300,
  services: [
    {
      code: 'EXPRESS_AM',
      name: 'Express Morning',
      scope: 'domestic',
      maxGrams: 15_000,
      zones: zones([
        [3120, 310, 1],
        [3890, 395, 1],
        [4470, 460, 2],
        [5230, 540, 2],
      ]),
    },
    {
      code: 'EXPRESS',
      name: 'Express',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [2140, 190, 1],
        [2690, 255, 2],
        [3180, 310, 2],
        [3760, 385, 3],
      ]),
    },
    {
      code: 'SAVER',
      name: 'Express Saver',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [1580, 120, 2],
        [1940, 170, 3],
        [2260, 215, 4],
        [2690, 260, 5],
      ]),
    },
    {
      code: 'US_EXPRESS',
      name: 'Express USA',
      scope: 'US',
      maxGrams: 30_000,
      zones: zones([
        [4420, 480, 2],
        [5180, 590, 3],
      ]),
    },
    {
      code: 'US_SAVER',
      name: 'Express Saver USA',
      scope: 'US',
      maxGrams: 30_000,
      zones: zones([
        [3190, 330, 4],
        [3760, 410, 5],
      ]),
    },
  ],
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const oauth = createOAuthServer({ path: '/oauth/token', lifetimeSeconds: 1800 });

const price = (request: RateRequest | ShipRequest, service: Tariff['services'][number]): Priced | undefined =>
  priceOf(TARIFF, service, placeOf(request.from), placeOf(request.to), parcelsOf(request), {
    signature: request.signature !== 'NONE',
  });

const TYPES = { base: 'BASE', fuel: 'FUEL', surcharge: 'SURCHARGE', option: 'OPTION', tax: 'TAX' } as const;
const charges = (priced: Priced): JsonObject[] =>
  priced.lines.map((line) => ({
    type: TYPES[line.type],
    code: line.code,
    description: line.label,
    amount: dollars(line.cents),
  }));

function rates(request: SimRequest, sim: SimContext): SimAnswer {
  oauth.accountOf(request, sim);
  const asked = accept(rateRequest, jsonBody(request));
  const crosses = asked.from.country !== asked.to.country;
  if (asked.from.country !== 'CA')
    throw new SimRefusal(422, 'ORIGIN_NOT_SERVED', 'Shipments start in Canada.', 'from.country');
  const wanted = TARIFF.services.filter((s) => asked.services?.includes(s.code) ?? (s.scope === 'US') === crosses);
  const quotes: JsonObject[] = [];
  const notices: JsonObject[] = [];
  for (const service of wanted) {
    const priced = price(asked, service);
    if (!priced) {
      notices.push({
        serviceCode: service.code,
        code: 'NOT_AVAILABLE',
        message: `${service.name} is not available for this shipment.`,
      });
      continue;
    }
    quotes.push({
      serviceCode: service.code,
      serviceName: service.name,
      currency: 'CAD',
      charges: charges(priced),
      total: dollars(priced.total),
      billableWeightKg: priced.billableGrams / 1000,
      transitDays: priced.days,
      deliveryDate: addWorkingDays(asked.shipDate, priced.days),
      validUntil: new Date(sim.now().getTime() + 24 * 3_600_000).toISOString(),
    });
  }
  return jsonAnswer(200, { quotes, notices });
}

const ship: SimRoute['handle'] = async (request, sim) => {
  const account = oauth.accountOf(request, sim);
  const key = request.headers['idempotency-key'] ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
    throw new SimRefusal(400, 'IDEMPOTENCY_KEY', 'The Idempotency-Key header must be a UUID.');
  const hash = createHash('sha256').update(request.body).digest('hex');
  const id = `key:${account.id}:${key}`;
  const before = sim.books.byId(id)[0];
  if (before) {
    if (before.data.hash !== hash) throw new SimRefusal(422, 'KEY_REUSED', 'The key was used for another request.');
    return answerOf(entryOf(sim, text(before.data.shipmentId)), sim);
  }
  const asked = accept(shipRequest, jsonBody(request));
  const entry = buy(asked, account.id, sim);
  sim.books.append({ kind: 'note', id, account: account.id, data: { hash, shipmentId: entry.id } });
  return answerOf(entry, sim);
};

/** Checks, prices and books without a pause between, so that two requests cannot both find the key unused. */
function buy(asked: ShipRequest, account: string, sim: SimContext): BookEntry {
  const service = TARIFF.services.find((s) => s.code === asked.serviceCode);
  const priced = service && price(asked, service);
  if (!service || !priced)
    throw new SimRefusal(
      422,
      'SERVICE_NOT_AVAILABLE',
      'The service is not available for this shipment.',
      'serviceCode',
    );
  const crosses = asked.from.country !== asked.to.country;
  if (crosses && !asked.customs)
    throw new SimRefusal(422, 'CUSTOMS_REQUIRED', 'Customs information is required.', 'customs');
  const pieces = asked.pieces.map((p) => {
    const digits = String(randomInt(10 ** 11)).padStart(11, '0');
    return { number: p.number, weightKg: p.weightKg, trackingNumber: `TX${digits}${luhn(digits)}` };
  });
  const id = sim.newId('xs_');
  const data: JsonObject = {
    request: asked,
    pieces,
    charges: charges(priced),
    total: dollars(priced.total),
    days: priced.days,
    crosses,
  };
  const entry = sim.books.append({ kind: 'paid', id, account, reference: asked.reference, data });
  for (const p of pieces) sim.books.append({ kind: 'note', id: p.trackingNumber, account, data: { shipmentId: id } });
  return entry;
}

/** The bought shipment of an id, or a 404. */
function entryOf(sim: SimContext, id: string, account?: string): BookEntry {
  const entry = sim.books.byId(id).find((e) => e.kind === 'paid');
  if (!entry || (account !== undefined && entry.account !== account))
    throw new SimRefusal(404, 'NOT_FOUND', 'There is no such shipment.');
  return entry;
}

const requestOf = (entry: BookEntry): ShipRequest => shipRequest.parse(entry.data.request);
const piecesOf = (entry: BookEntry): { number: number; weightKg: number; trackingNumber: string }[] =>
  entry.data.pieces as { number: number; weightKg: number; trackingNumber: string }[];

async function answerOf(entry: BookEntry, sim: SimContext): Promise<SimAnswer> {
  const asked = requestOf(entry);
  const all = piecesOf(entry);
  const pieces: JsonObject[] = [];
  for (const p of all) {
    const bytes = await sim.drawLabel(labelOf(asked, p, all.length), asked.labelFormat === 'ZPL' ? 'zpl' : 'pdf');
    pieces.push({
      number: p.number,
      trackingNumber: p.trackingNumber,
      trackingUrl: `${sim.address}/track/${p.trackingNumber}`,
      label: Buffer.from(bytes).toString('base64'),
    });
  }
  return jsonAnswer(201, {
    shipmentId: entry.id,
    status: 'ACTIVE',
    pieces,
    currency: 'CAD',
    charges: entry.data.charges,
    total: entry.data.total,
  });
}

const person = (a: ShipRequest['to']): LabelModel['to'] => ({
  name: a.name,
  companyName: a.company,
  address1: a.line1,
  address2: a.line2,
  city: a.city,
  provinceCode: a.region,
  zipcode: a.postalCode,
  countryCode: a.country,
});

const labelOf = (
  asked: ShipRequest,
  p: { number: number; weightKg: number; trackingNumber: string },
  count: number,
): LabelModel => ({
  carrierName: 'TESTLINE EXPRESS',
  serviceName: TARIFF.services.find((s) => s.code === asked.serviceCode)?.name ?? asked.serviceCode,
  trackingNumber: p.trackingNumber,
  from: person(asked.from),
  to: person(asked.to),
  weightGrams: Math.round(p.weightKg * 1000),
  shipDate: asked.shipDate,
  parcelNumber: p.number,
  parcelCount: count,
  references: asked.notes,
  test: true,
});

const isVoided = (sim: SimContext, id: string): boolean => sim.books.byId(id).some((e) => e.kind === 'voided');

function voidShipment(request: SimRequest, sim: SimContext): SimAnswer {
  const account = oauth.accountOf(request, sim);
  const entry = entryOf(sim, request.params.id ?? '', account.id);
  if (isVoided(sim, entry.id)) throw new SimRefusal(409, 'ALREADY_VOIDED', 'The shipment is voided already.');
  if (isClosed(sim, entry.id)) throw new SimRefusal(409, 'CLOSED', 'The shipment is on a closing sheet.');
  if (sim.now().getTime() - Date.parse(entry.at) > 2 * 3_600_000)
    throw new SimRefusal(409, 'IN_TRANSIT', 'The shipment was picked up.');
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return jsonAnswer(200, { shipmentId: entry.id, status: 'VOIDED', refund: 'IMMEDIATE' });
}

function look(request: SimRequest, sim: SimContext): SimAnswer {
  const account = oauth.accountOf(request, sim);
  const entry = entryOf(sim, request.params.id ?? '', account.id);
  return jsonAnswer(
    200,
    isVoided(sim, entry.id)
      ? { shipmentId: entry.id, status: 'VOIDED', refund: 'IMMEDIATE' }
      : { shipmentId: entry.id, status: 'ACTIVE' },
  );
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['LABEL', 'Label created'],
  accepted: ['PICKED_UP', 'Picked up'],
  departed: ['MOVING', 'Left the depot'],
  customs: ['CUSTOMS', 'In customs clearance'],
  out: ['OUT', 'Out for delivery'],
  delivered: ['DELIVERED', 'Delivered'],
};

function track(request: SimRequest, sim: SimContext): SimAnswer {
  oauth.accountOf(request, sim);
  const numbers = (request.query.get('numbers') ?? '').split(',').filter((n) => n !== '');
  if (numbers.length === 0 || numbers.length > 50)
    throw new SimRefusal(400, 'NUMBERS', 'Ask for 1 to 50 numbers.', 'numbers');
  return jsonAnswer(200, { parcels: numbers.map((n) => tracked(n, sim)) });
}

function tracked(trackingNumber: string, sim: SimContext): JsonObject {
  const note = sim.books.byId(trackingNumber)[0];
  if (!note) return { trackingNumber, found: false, events: [] };
  const entry = entryOf(sim, text(note.data.shipmentId));
  const asked = requestOf(entry);
  const places = { from: `${asked.from.city}, ${asked.from.region}`, to: `${asked.to.city}, ${asked.to.region}` };
  const days = Number(entry.data.days);
  const events = storyOf(new Date(entry.at), sim.now(), days, entry.data.crosses === true, places).map((e) => {
    const [code, text] = EVENTS[e.event];
    return { at: e.at.toISOString(), code, text, place: e.place };
  });
  return { trackingNumber, found: true, estimatedDelivery: addWorkingDays(asked.shipDate, days), events };
}

/** One address for each account; a later one takes its place. */
function subscribe(request: SimRequest, sim: SimContext): SimAnswer {
  const account = oauth.accountOf(request, sim);
  const { address, secret } = accept(pushRequest, jsonBody(request));
  sim.books.append({ kind: 'note', id: `push:${account.id}`, account: account.id, data: { address, secret } });
  return jsonAnswer(200, { account: account.id, address });
}

/** Sends every account all it would be told on asking. */
async function push(sim: SimContext): Promise<readonly SimPush[]> {
  const pushes: SimPush[] = [];
  for (const account of sim.accounts) {
    const subscription = sim.books.byId(`push:${account.id}`).at(-1);
    const sold = sim.books.all().filter((e) => e.kind === 'paid' && e.account === account.id);
    const numbers = sold.flatMap((entry) => piecesOf(entry).map((piece) => piece.trackingNumber));
    if (!subscription || numbers.length === 0) continue;
    const body = JSON.stringify({ parcels: numbers.map((number) => tracked(number, sim)) });
    // Signed at the moment it is sent, however far the simulator's clock was moved.
    const [time, delivery] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
    const signature = createHmac('sha256', text(subscription.data.secret))
      .update(`${time}.${delivery}.${body}`)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-testline-account': account.id,
      'x-testline-topic': 'parcels.changed',
      'x-testline-time': time,
      'x-testline-delivery': delivery,
      'x-testline-signature': signature,
    };
    const answer = await fetch(text(subscription.data.address), { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    pushes.push({ account: account.id, status: answer?.status ?? 0 });
  }
  return pushes;
}

const route = routesOf((r) => jsonAnswer(r.status, { error: { code: r.code, message: r.message, field: r.field } }));

export const simulator = createSimulator({
  slug: 'testline-express',
  name: 'TestLine Express',
  accounts: [
    {
      id: 'express-alpha',
      name: 'Alpha Test Shop',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
    {
      id: 'express-beta',
      name: 'Beta Test Shop',
      credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' },
    },
  ],
  routes: [
    oauth.route,
    route('account', 'GET', '/v1/account', 'read', (request, sim) =>
      jsonAnswer(200, { name: oauth.accountOf(request, sim).name }),
    ),
    route('rates', 'POST', '/v1/rates', 'read', rates),
    route('create', 'POST', '/v1/shipments', 'effect', ship),
    route('look-up', 'GET', '/v1/shipments/:id', 'read', look),
    route('void', 'DELETE', '/v1/shipments/:id', 'effect', voidShipment),
    route('track', 'GET', '/v1/tracking', 'read', track),
    route('subscribe', 'PUT', '/v1/push', 'read', subscribe),
    ...dayRoutes({ oauth, route, isVoided }),
  ],
  push,
});
