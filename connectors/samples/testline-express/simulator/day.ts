/** Pickups and closings of the TestLine Express simulator: booked under the caller's key, no driver on Sundays, one closing each. */
import { createHash, randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { OAuthServer } from '@scanship/simulator-kit/oauth-server';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { accept, availabilityRequest, closingRequest, pickupRequest, type AvailabilityRequest } from './contract.ts';

type MakeRoute = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  handle: SimRoute['handle'],
) => SimRoute;

const DAY_MS = 86_400_000;
const PRICE: JsonObject = {
  currency: 'CAD',
  charges: [
    { type: 'BASE', code: 'PICKUP', description: 'Pickup', amount: '4.50' },
    { type: 'TAX', code: 'GST', description: 'GST', amount: '0.23' },
  ],
  total: '4.73',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const localToday = (sim: SimContext): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto', dateStyle: 'short' }).format(sim.now());

/** Why nobody comes on that day; undefined when somebody does. */
function whyNot(asked: AvailabilityRequest, sim: SimContext): string | undefined {
  const today = localToday(sim);
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + 10 * DAY_MS).toISOString().slice(0, 10);
  if (asked.date < today) return 'This day is over.';
  if (asked.date > last) return 'Pickups are booked at most 10 days ahead.';
  if (new Date(`${asked.date}T00:00:00Z`).getUTCDay() === 0) return 'There are no pickups on Sundays.';
  if (asked.readyTime >= asked.closeTime) return 'The window is empty.';
  return undefined;
}

/** Whether a shipment stands on a closing sheet. */
export const isClosed = (sim: SimContext, shipmentId: string): boolean =>
  sim.books.byId(`closed:${shipmentId}`).length > 0;

const seven = (): string => String(randomInt(10 ** 8)).padStart(8, '0');

/** The entry made under a key before, a refusal where the key was used for something else. */
function madeUnder(key: string, account: string, body: Uint8Array, sim: SimContext): string | undefined {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
    throw new SimRefusal(400, 'IDEMPOTENCY_KEY', 'The Idempotency-Key header must be a UUID.');
  const hash = createHash('sha256').update(body).digest('hex');
  const before = sim.books.byId(`day-key:${account}:${key}`)[0];
  if (before && before.data.hash !== hash)
    throw new SimRefusal(422, 'KEY_REUSED', 'The key was used for another request.');
  return before && text(before.data.made);
}
const remember = (key: string, account: string, body: Uint8Array, made: string, sim: SimContext): void => {
  const hash = createHash('sha256').update(body).digest('hex');
  sim.books.append({ kind: 'note', id: `day-key:${account}:${key}`, account, data: { hash, made } });
};

function pickupOf(sim: SimContext, number: string, account: string): BookEntry {
  const id = text(sim.books.byId(number)[0]?.data.pickupId);
  const entry = sim.books.byId(id).find((each) => each.kind === 'pickup' && each.account === account);
  if (!entry) throw new SimRefusal(404, 'NOT_FOUND', 'There is no such pickup.');
  return entry;
}
const isCancelled = (sim: SimContext, id: string): boolean =>
  sim.books.byId(id).some((each) => each.kind === 'pickup-cancelled');

/** What a pickup is now: as booked, or as changed last. */
function pickupAnswer(sim: SimContext, id: string): JsonObject {
  const [made, ...later] = sim.books.byId(id).filter((each) => each.kind !== 'pickup-cancelled');
  if (!made) throw new SimRefusal(404, 'NOT_FOUND', 'There is no such pickup.');
  const asked = availabilityRequest
    .extend({ reference: pickupRequest.shape.reference })
    .parse((later.at(-1) ?? made).data.request);
  return {
    pickupId: id,
    confirmation: made.data.number ?? null,
    status: isCancelled(sim, id) ? 'CANCELLED' : 'BOOKED',
    date: asked.date,
    readyTime: asked.readyTime,
    closeTime: asked.closeTime,
    ...PRICE,
    notes: [{ text: 'Have the parcels at the door.' }],
  };
}

export function dayRoutes(parts: {
  readonly oauth: OAuthServer;
  readonly route: MakeRoute;
  readonly isVoided: (sim: SimContext, id: string) => boolean;
}): readonly SimRoute[] {
  const { oauth, route } = parts;

  function available(request: SimRequest, sim: SimContext): SimAnswer {
    oauth.accountOf(request, sim);
    const why = whyNot(accept(availabilityRequest, jsonBody(request)), sim);
    return jsonAnswer(
      200,
      why === undefined
        ? { available: true, bookBy: '15:00', readyBy: '16:30', ...PRICE, notes: [] }
        : { available: false, notes: [{ text: why }] },
    );
  }

  function book(request: SimRequest, sim: SimContext): SimAnswer {
    const account = oauth.accountOf(request, sim);
    const key = request.headers['idempotency-key'] ?? '';
    const before = madeUnder(key, account.id, request.body, sim);
    if (before !== undefined) return jsonAnswer(201, pickupAnswer(sim, before));
    const asked = accept(pickupRequest, jsonBody(request));
    const why = whyNot(asked, sim);
    if (why !== undefined) throw new SimRefusal(422, 'DAY_NOT_POSSIBLE', why, 'date');
    const [id, number] = [sim.newId('xp_'), `XP${seven()}`];
    const data = { request: asked, number };
    sim.books.append({ kind: 'pickup', id, account: account.id, reference: asked.reference, data });
    sim.books.append({ kind: 'note', id: number, account: account.id, data: { pickupId: id } });
    remember(key, account.id, request.body, id, sim);
    return jsonAnswer(201, pickupAnswer(sim, id));
  }

  function change(request: SimRequest, sim: SimContext): SimAnswer {
    const account = oauth.accountOf(request, sim);
    const key = request.headers['idempotency-key'] ?? '';
    const entry = pickupOf(sim, request.params.number ?? '', account.id);
    if (madeUnder(key, account.id, request.body, sim) !== undefined)
      return jsonAnswer(200, pickupAnswer(sim, entry.id));
    const asked = accept(pickupRequest, jsonBody(request));
    if (isCancelled(sim, entry.id)) throw new SimRefusal(409, 'PICKUP_OVER', 'The pickup is cancelled.');
    const why = whyNot(asked, sim);
    if (why !== undefined) throw new SimRefusal(422, 'DAY_NOT_POSSIBLE', why, 'date');
    sim.books.append({ kind: 'note', id: entry.id, account: account.id, data: { request: asked } });
    remember(key, account.id, request.body, entry.id, sim);
    return jsonAnswer(200, pickupAnswer(sim, entry.id));
  }

  function cancel(request: SimRequest, sim: SimContext): SimAnswer {
    const account = oauth.accountOf(request, sim);
    const entry = pickupOf(sim, request.params.number ?? '', account.id);
    if (isCancelled(sim, entry.id)) throw new SimRefusal(409, 'PICKUP_OVER', 'The pickup is cancelled already.');
    const { reference } = entry;
    sim.books.append({ kind: 'pickup-cancelled', id: entry.id, account: account.id, reference, data: {} });
    return jsonAnswer(200, { status: 'CANCELLED', notes: [] });
  }

  function look(request: SimRequest, sim: SimContext): SimAnswer {
    const account = oauth.accountOf(request, sim);
    return jsonAnswer(200, pickupAnswer(sim, pickupOf(sim, request.params.number ?? '', account.id).id));
  }

  function close(request: SimRequest, sim: SimContext): SimAnswer {
    const account = oauth.accountOf(request, sim);
    const key = request.headers['idempotency-key'] ?? '';
    const before = madeUnder(key, account.id, request.body, sim);
    if (before !== undefined) return jsonAnswer(201, sheetOf(sim, before));
    const asked = accept(closingRequest, jsonBody(request));
    const rejected = asked.shipments.flatMap((shipmentId) => {
      const known = sim.books.byId(shipmentId).some((e) => e.kind === 'paid' && e.account === account.id);
      if (!known) return [{ shipmentId, message: 'There is no such shipment.' }];
      if (parts.isVoided(sim, shipmentId)) return [{ shipmentId, message: 'The shipment is voided.' }];
      return isClosed(sim, shipmentId) ? [{ shipmentId, message: 'The shipment is closed already.' }] : [];
    });
    const out = new Set(rejected.map((each) => each.shipmentId));
    const closed = asked.shipments.filter((shipmentId) => !out.has(shipmentId));
    if (closed.length === 0) throw new SimRefusal(409, 'ALREADY_CLOSED', 'None of the shipments can be closed.');
    const number = `XC${seven()}`;
    const data: JsonObject = { closed, rejected, date: asked.date, city: asked.from.city };
    sim.books.append({ kind: 'manifest', id: number, account: account.id, reference: asked.reference, data });
    for (const shipmentId of closed)
      sim.books.append({ kind: 'note', id: `closed:${shipmentId}`, account: account.id, data: { number } });
    remember(key, account.id, request.body, number, sim);
    return jsonAnswer(201, sheetOf(sim, number));
  }

  return [
    route('pickup-availability', 'POST', '/v1/pickups/availability', 'read', available),
    route('book-pickup', 'POST', '/v1/pickups', 'effect', book),
    route('change-pickup', 'PUT', '/v1/pickups/:number', 'effect', change),
    route('cancel-pickup', 'DELETE', '/v1/pickups/:number', 'effect', cancel),
    route('look-up-pickup', 'GET', '/v1/pickups/:number', 'read', look),
    route('close', 'POST', '/v1/closings', 'effect', close),
  ];
}

function sheetOf(sim: SimContext, number: string): JsonObject {
  const entry = sim.books.byId(number).find((each) => each.kind === 'manifest');
  if (!entry) throw new SimRefusal(404, 'NOT_FOUND', 'There is no such closing sheet.');
  const closed = Array.isArray(entry.data.closed) ? entry.data.closed.map(text) : [];
  const lines = [
    `Closing sheet ${number}, ${text(entry.data.date)}, ${text(entry.data.city)}`,
    `${closed.length} shipments`,
    ...closed,
  ];
  const sheet = drawTestPaper('TestLine Express closing sheet', lines);
  return {
    closingNumber: number,
    sheet: Buffer.from(sheet).toString('base64'),
    rejected: entry.data.rejected ?? [],
  };
}
