/** Simulator for the TestLine Freight API: everything takes a moment and is polled; bookings can be listed. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { mod7 } from '@scanship/simulator-kit/check-digits';
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  pageOf,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { priceOf, type Priced, type Tariff } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, bookingBody, parcelsOf, placeOf, ratesBody, type BookingBody, type RatesBody } from './contract.ts';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 3500,
  fuelBasisPoints: 2850,
  residentialCents: 4500,
  signatureCents: 0,
  services: [
    {
      code: 'ltl-standard',
      name: 'Freight Standard',
      scope: 'domestic',
      maxGrams: 1_000_000,
      zones: zones([
        [8900, 38, 2],
        [11_400, 52, 4],
        [13_900, 66, 5],
        [17_200, 84, 7],
      ]),
    },
    {
      code: 'ltl-priority',
      name: 'Freight Priority',
      scope: 'domestic',
      maxGrams: 500_000,
      zones: zones([
        [12_800, 61, 1],
        [16_300, 83, 2],
        [19_900, 104, 3],
        [24_600, 131, 4],
      ]),
    },
    {
      code: 'ltl-usa',
      name: 'Freight USA',
      scope: 'US',
      maxGrams: 1_000_000,
      zones: zones([
        [19_800, 92, 4],
        [24_400, 121, 7],
      ]),
    },
    {
      code: 'ltl-usa-priority',
      name: 'Freight USA Priority',
      scope: 'US',
      maxGrams: 500_000,
      zones: zones([
        [27_900, 134, 2],
        [34_100, 171, 4],
      ]),
    },
  ],
};

/** How long prices and bookings are "working", by the simulator's clock. */
const WORKING_MS = 120;
const QUOTE_MS = 7 * 86_400_000;
const PAGE = 25;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const account = sim.accounts.find((a) => a.credentials.apiKey === request.headers['x-api-key']);
  if (!account) throw new SimRefusal(401, 'bad_key', 'The API key is not valid.');
  return account;
}

const price = (body: RatesBody | BookingBody, service: Tariff['services'][number]): Priced | undefined =>
  priceOf(TARIFF, service, placeOf(body.origin), placeOf(body.destination), parcelsOf(body));

const KINDS = { base: 'freight', fuel: 'fuel', surcharge: 'accessorial', option: 'option', tax: 'tax' } as const;
const charges = (priced: Priced): JsonObject => ({
  currency: 'CAD',
  charges: priced.lines.map((l) => ({ kind: KINDS[l.type], code: l.code, label: l.label, cents: l.cents })),
  totalCents: priced.total,
});

function askRates(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  const body = accept(ratesBody, jsonBody(request));
  if (body.origin.country !== 'CA')
    throw new SimRefusal(422, 'no_service', 'Freight starts in Canada.', 'origin.country');
  const id = sim.newId('rr_');
  const crosses = body.origin.country !== body.destination.country;
  const wanted = TARIFF.services.filter((s) =>
    body.services ? body.services.includes(s.code) : (s.scope === 'US') === crosses,
  );
  const quotes: JsonObject[] = [];
  const unavailable: JsonObject[] = [];
  for (const service of wanted) {
    const priced = price(body, service);
    if (!priced) {
      unavailable.push({ serviceId: service.code, reason: `${service.name} does not take this shipment.` });
      continue;
    }
    const quoteId = sim.newId('qu_');
    const validUntil = new Date(sim.now().getTime() + QUOTE_MS).toISOString();
    sim.books.append({
      kind: 'draft',
      id: quoteId,
      account: account.id,
      data: { serviceId: service.code, validUntil },
    });
    quotes.push({
      quoteId,
      serviceId: service.code,
      serviceName: service.name,
      ...charges(priced),
      billedKg: priced.billableGrams / 1000,
      days: priced.days,
      validUntil,
    });
  }
  sim.books.append({ kind: 'draft', id, account: account.id, data: { quotes, unavailable } });
  return jsonAnswer(202, { rateRequestId: id });
}

const working = (entry: BookEntry, sim: SimContext): boolean => sim.now().getTime() - Date.parse(entry.at) < WORKING_MS;

function pollRates(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  const entry = sim.books.byId(request.params.id ?? '').find((e) => e.account === account.id);
  if (!entry) throw new SimRefusal(404, 'unknown_rates', 'There is no such price request.');
  if (working(entry, sim)) return jsonAnswer(200, { status: 'working' });
  return jsonAnswer(200, { status: 'done', ...entry.data });
}

function book(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  const body = accept(bookingBody, jsonBody(request));
  const service = TARIFF.services.find((s) => s.code === body.serviceId);
  const priced = service && price(body, service);
  if (!service || !priced)
    throw new SimRefusal(422, 'no_service', 'The service is not available for this shipment.', 'serviceId');
  if (body.quoteId !== undefined) {
    const quote = sim.books
      .byId(body.quoteId)
      .find((e) => e.account === account.id && e.data.serviceId === body.serviceId);
    if (!quote || Date.parse(text(quote.data.validUntil)) < sim.now().getTime())
      throw new SimRefusal(409, 'quote_gone', 'The quote is unknown or has expired.', 'quoteId');
  }
  const crosses = body.origin.country !== body.destination.country;
  if (crosses && !body.customs) throw new SimRefusal(422, 'no_customs', 'Customs lines are required.', 'customs');
  const units = body.units.map((u) => {
    const digits = String(randomInt(10 ** 9)).padStart(9, '0');
    return { unit: u.unit, pro: `TF${digits}${mod7(digits)}` };
  });
  const data: JsonObject = { request: body, units, ...charges(priced), days: priced.days, crosses };
  const entry = sim.books.append({
    kind: 'paid',
    id: sim.newId('fb_'),
    account: account.id,
    reference: body.clientReference,
    data,
  });
  for (const u of units)
    sim.books.append({ kind: 'note', id: u.pro, account: account.id, data: { bookingId: entry.id } });
  return jsonAnswer(202, { bookingId: entry.id, state: 'processing' });
}

function bookingOf(request: SimRequest, sim: SimContext): BookEntry {
  const account = accountOf(request, sim);
  const entry = sim.books.byId(request.params.id ?? '').find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry) throw new SimRefusal(404, 'unknown_booking', 'There is no such booking.');
  return entry;
}

const isCancelled = (entry: BookEntry, sim: SimContext): boolean =>
  sim.books.byId(entry.id).some((e) => e.kind === 'voided');
const stateOf = (entry: BookEntry, sim: SimContext): string =>
  isCancelled(entry, sim) ? 'cancelled' : working(entry, sim) ? 'processing' : 'confirmed';
const unitsOf = (entry: BookEntry): { unit: number; pro: string }[] =>
  entry.data.units as { unit: number; pro: string }[];

/** Paid back three days after the cancellation, by the simulator's clock. */
const REFUND_MS = 3 * 24 * 3_600_000;
function refundOf(entry: BookEntry, sim: SimContext): string {
  const cancelled = sim.books.byId(entry.id).find((e) => e.kind === 'voided');
  return cancelled && sim.now().getTime() - Date.parse(cancelled.at) >= REFUND_MS ? 'paid' : 'requested';
}

function pollBooking(request: SimRequest, sim: SimContext): SimAnswer {
  const entry = bookingOf(request, sim);
  const state = stateOf(entry, sim);
  const head = { bookingId: entry.id, clientReference: entry.reference, state };
  if (state === 'cancelled') return jsonAnswer(200, { ...head, refund: refundOf(entry, sim) });
  if (state !== 'confirmed') return jsonAnswer(200, head);
  const units = unitsOf(entry).map((u) => ({ ...u, link: `${sim.address}/public/${u.pro}` }));
  return jsonAnswer(200, {
    ...head,
    units,
    currency: entry.data.currency,
    charges: entry.data.charges,
    totalCents: entry.data.totalCents,
  });
}

function listBookings(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  const since = Date.parse(request.query.get('since') ?? '');
  const offset = Number(request.query.get('offset') ?? '0');
  if (Number.isNaN(since) || !Number.isSafeInteger(offset) || offset < 0)
    throw new SimRefusal(422, 'bad_field', 'since is a time and offset a whole number.', 'since');
  const mine = sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id && Date.parse(e.at) >= since);
  const page = pageOf(mine.toReversed(), offset, PAGE);
  const bookings = page.items.map((e) => ({ bookingId: e.id, clientReference: e.reference, state: stateOf(e, sim) }));
  return jsonAnswer(200, { bookings, next: page.next });
}

const person = (p: BookingBody['origin']): LabelModel['to'] => ({
  name: p.contact,
  companyName: p.company,
  address1: p.street[0] ?? '',
  address2: p.street[1],
  city: p.city,
  provinceCode: p.state,
  zipcode: p.zip,
  countryCode: p.country,
});

async function labels(request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  const entry = bookingOf(request, sim);
  const format = request.query.get('format');
  if (format !== 'pdf' && format !== 'zpl') throw new SimRefusal(422, 'bad_field', 'format is pdf or zpl.', 'format');
  if (stateOf(entry, sim) !== 'confirmed') throw new SimRefusal(409, 'not_confirmed', 'The booking is not confirmed.');
  const body = bookingBody.parse(entry.data.request);
  const all = unitsOf(entry);
  const drawn: JsonObject[] = [];
  for (const u of all) {
    const bytes = await sim.drawLabel(
      {
        carrierName: 'TESTLINE FREIGHT',
        serviceName: TARIFF.services.find((s) => s.code === body.serviceId)?.name ?? body.serviceId,
        trackingNumber: u.pro,
        from: person(body.origin),
        to: person(body.destination),
        weightGrams: Math.round((body.units.find((x) => x.unit === u.unit)?.kg ?? 0) * 1000),
        shipDate: body.pickupDate,
        parcelNumber: u.unit,
        parcelCount: all.length,
        references: body.remarks,
        test: true,
      },
      format,
    );
    drawn.push({ unit: u.unit, data: Buffer.from(bytes).toString('base64') });
  }
  return jsonAnswer(200, { labels: drawn });
}

function cancelBooking(request: SimRequest, sim: SimContext): SimAnswer {
  const entry = bookingOf(request, sim);
  if (isCancelled(entry, sim)) throw new SimRefusal(409, 'already_cancelled', 'The booking is cancelled already.');
  if (sim.now().getTime() - Date.parse(entry.at) > 2 * 3_600_000)
    throw new SimRefusal(409, 'too_late', 'The freight was collected.');
  sim.books.append({ kind: 'voided', id: entry.id, account: entry.account, reference: entry.reference, data: {} });
  return jsonAnswer(200, { bookingId: entry.id, state: 'cancelled' });
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['booked', 'Booking confirmed'],
  accepted: ['collected', 'Freight collected'],
  departed: ['linehaul', 'On the linehaul'],
  customs: ['border', 'At the border'],
  out: ['appointment', 'Delivery appointment today'],
  delivered: ['delivered', 'Delivered'],
};

function track(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  const numbers = (request.query.get('pro') ?? '').split(',').filter((n) => n !== '');
  if (numbers.length === 0 || numbers.length > 20)
    throw new SimRefusal(422, 'bad_field', 'Ask for 1 to 20 numbers.', 'pro');
  return jsonAnswer(200, { units: numbers.map((pro) => tracked(pro, sim)) });
}

function tracked(pro: string, sim: SimContext): JsonObject {
  const entry = sim.books.byId(text(sim.books.byId(pro)[0]?.data.bookingId)).find((e) => e.kind === 'paid');
  if (!entry) return { pro, known: false };
  const body = bookingBody.parse(entry.data.request);
  const story = storyOf(new Date(entry.at), sim.now(), Number(entry.data.days), entry.data.crosses === true, {
    from: body.origin.city,
    to: body.destination.city,
  });
  const history = story.map((e) => {
    const [what, words] = EVENTS[e.event];
    return { epoch: Math.floor(e.at.getTime() / 1000), what, text: words, terminal: e.place };
  });
  return { pro, known: true, history };
}

const route = routesOf((r) => jsonAnswer(r.status, { code: r.code, detail: r.message, where: r.field }));

export const simulator = createSimulator({
  slug: 'testline-freight',
  name: 'TestLine Freight',
  accounts: [
    { id: 'freight-alpha', name: 'Alpha Test Shop', credentials: { apiKey: 'freight-alpha-key-1' } },
    { id: 'freight-beta', name: 'Beta Test Shop', credentials: { apiKey: 'freight-beta-key-2' } },
  ],
  routes: [
    route('account', 'GET', '/me', 'read', (request, sim) =>
      jsonAnswer(200, { account: accountOf(request, sim).name }),
    ),
    route('ask-rates', 'POST', '/rates', 'read', askRates),
    route('poll-rates', 'GET', '/rates/:id', 'read', pollRates),
    route('book', 'POST', '/bookings', 'effect', book),
    route('list', 'GET', '/bookings', 'read', listBookings),
    route('poll-booking', 'GET', '/bookings/:id', 'read', pollBooking),
    route('labels', 'GET', '/bookings/:id/labels', 'read', labels),
    route('cancel', 'POST', '/bookings/:id/cancel', 'effect', cancelBooking),
    route('track', 'GET', '/tracking', 'read', track),
  ],
});
