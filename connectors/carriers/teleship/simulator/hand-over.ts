/** Manifests and pickups of the simulator. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { accept, invalid, manifestRequest, pickupRequest } from './contract.ts';
import { isVoided, notFound, own, STANDING } from './shipments.ts';

const isOnManifest = (id: string, sim: SimContext): boolean =>
  sim.books.byId(id).some(({ kind, data }) => kind === 'note' && typeof data['manifest'] === 'string');

/** @throws SimRefusal 400 for shipments that are not there to be handed over */
function checkShipments(ids: readonly string[], account: SimAccount, sim: SimContext): void {
  const strange = ids.find((id) => id !== STANDING.shipmentId && !own(id, 'paid', account, sim));
  if (strange !== undefined) throw invalid(`Shipment ${strange} was not found.`);
  const gone = ids.find((id) => isVoided(id, sim));
  if (gone !== undefined) throw invalid(`Shipment ${gone} was cancelled.`);
}

const manifestJson = (entry: BookEntry, status: string): JsonObject => ({
  id: entry.id,
  status,
  ...(entry.reference === undefined ? {} : { reference: entry.reference }),
  createdAt: entry.at,
});

export function createManifest(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const { shipmentIds, reference } = accept(manifestRequest, body);
  if (shipmentIds.length === 0) throw invalid('shipmentIds are empty.');
  checkShipments(shipmentIds, account, sim);
  const before = shipmentIds.find((id) => isOnManifest(id, sim));
  if (before !== undefined) throw invalid(`Shipment ${before} is on a manifest already.`);
  const entry = sim.books.append({ kind: 'manifest', id: randomUUID(), account: account.id, reference, data: {} });
  for (const id of shipmentIds)
    sim.books.append({ kind: 'note', id, account: account.id, data: { manifest: entry.id } });
  return manifestJson(entry, 'created');
}

/** Closed by the time somebody looks. */
export function manifest(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const entry = own(id, 'manifest', account, sim);
  if (!entry) throw notFound('Manifest');
  return manifestJson(entry, 'completed');
}

const HOUR_MS = 3_600_000;

export function bookPickup(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const { startAt, endAt, shipmentIds, reference } = accept(pickupRequest, body);
  const [start, end] = [startAt, endAt].map((at) => Date.parse(`${at.replace(' ', 'T')}:00Z`));
  if (start === undefined || end === undefined || Number.isNaN(start) || Number.isNaN(end))
    throw invalid('startAt and endAt must be dates with a time.');
  if (start < sim.now().getTime()) throw invalid('startAt must be in the future.');
  if (end - start < HOUR_MS || end - start > 12 * HOUR_MS) throw invalid('The window must be 1 to 12 hours long.');
  if ([0, 6].includes(new Date(start).getUTCDay())) throw invalid('Pickups are from Monday to Friday.');
  if (shipmentIds.length === 0) throw invalid('shipmentIds are empty.');
  checkShipments(shipmentIds, account, sim);
  const entry = sim.books.append({ kind: 'pickup', id: randomUUID(), account: account.id, reference, data: {} });
  return {
    messages: [],
    pickup: {
      id: entry.id,
      status: 'created',
      startAt,
      endAt,
      ...(reference === undefined ? {} : { reference }),
      createdAt: entry.at,
    },
  };
}

export function cancelPickup(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const over = sim.books.byId(id).some(({ kind }) => kind === 'pickup-cancelled');
  if (!own(id, 'pickup', account, sim) || over) throw notFound('Pickup');
  const entry = sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return { id, status: 'cancelled', cancelledAt: entry.at };
}
