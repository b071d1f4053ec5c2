/** Pickups and day lists of the TestLine Ground simulator: no keys, so whoever sends twice gets two; look-up by reference. */
import { randomInt } from 'node:crypto';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { element } from '@scanship/simulator-kit/xml-message';
import { accept, bookRequest, byReferenceRequest, cancelPickupRequest, closeRequest } from './contract.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const eight = (): string => String(randomInt(10 ** 8)).padStart(8, '0');

const entryOf = (entries: readonly BookEntry[], kind: BookEntry['kind'], account: SimAccount): BookEntry => {
  const entry = entries.find((each) => each.kind === kind && each.account === account.id);
  if (!entry) throw new SimRefusal(200, 'E300', 'There is no such thing.');
  return entry;
};

const isCancelled = (sim: SimContext, id: string): boolean =>
  sim.books.byId(id).some((each) => each.kind === 'pickup-cancelled');

const pickupElement = (entry: BookEntry, sim: SimContext): string =>
  element('Pickup', [
    element('Number', entry.id),
    element('Status', isCancelled(sim, entry.id) ? 'CANCELLED' : 'BOOKED'),
    element('Note', 'The driver comes once.'),
  ]);

export function bookPickup(body: unknown, sim: SimContext, account: SimAccount): string[] {
  const asked = accept(bookRequest, body);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto', dateStyle: 'short' }).format(sim.now());
  if (asked.Date < today) throw new SimRefusal(200, 'E410', 'This day is over.', 'Date');
  if (new Date(`${asked.Date}T00:00:00Z`).getUTCDay() === 0)
    throw new SimRefusal(200, 'E410', 'There are no pickups on Sundays.', 'Date');
  const entry = sim.books.append({
    kind: 'pickup',
    id: `GP${eight()}`,
    account: account.id,
    reference: asked.Reference,
    data: { date: asked.Date, parcels: asked.Parcels },
  });
  return [pickupElement(entry, sim)];
}

export function findPickup(body: unknown, sim: SimContext, account: SimAccount): string[] {
  const { Reference } = accept(byReferenceRequest, body);
  return [pickupElement(entryOf(sim.books.byReference(Reference), 'pickup', account), sim)];
}

export function cancelPickup(body: unknown, sim: SimContext, account: SimAccount): string[] {
  const entry = entryOf(sim.books.byId(accept(cancelPickupRequest, body).Number), 'pickup', account);
  if (isCancelled(sim, entry.id)) throw new SimRefusal(200, 'E420', 'The pickup is cancelled already.');
  const { id, reference } = entry;
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, reference, data: {} });
  return [element('Status', 'CANCELLED')];
}

type LeftOut = { readonly id: string; readonly reason: string };

export function closeDay(
  body: unknown,
  sim: SimContext,
  account: SimAccount,
  isVoid: (sim: SimContext, id: string) => boolean,
): string[] {
  const asked = accept(closeRequest, body);
  const leftOut = asked.ShipmentId.flatMap((id): LeftOut[] => {
    if (!sim.books.byId(id).some((each) => each.kind === 'paid' && each.account === account.id))
      return [{ id, reason: 'There is no such shipment.' }];
    if (isVoid(sim, id)) return [{ id, reason: 'The shipment is void.' }];
    return sim.books.byId(`listed:${id}`).length > 0 ? [{ id, reason: 'The shipment is on a day list.' }] : [];
  });
  const listed = asked.ShipmentId.filter((id) => !leftOut.some((each) => each.id === id));
  if (listed.length === 0) throw new SimRefusal(200, 'E510', 'None of the shipments can be listed.', 'ShipmentId');
  const entry = sim.books.append({
    kind: 'manifest',
    id: `GL${eight()}`,
    account: account.id,
    reference: asked.Reference,
    data: { listed, leftOut: leftOut.map((each) => ({ ...each })), date: asked.Date, city: asked.From.City },
  });
  for (const id of listed)
    sim.books.append({ kind: 'note', id: `listed:${id}`, account: account.id, data: { list: entry.id } });
  return [closingElement(entry, false)];
}

export function findClosing(body: unknown, sim: SimContext, account: SimAccount): string[] {
  const { Reference } = accept(byReferenceRequest, body);
  return [closingElement(entryOf(sim.books.byReference(Reference), 'manifest', account), true)];
}

function closingElement(entry: BookEntry, withPaper: boolean): string {
  const listed = Array.isArray(entry.data.listed) ? entry.data.listed.map(text) : [];
  const leftOut = Array.isArray(entry.data.leftOut) ? entry.data.leftOut : [];
  const paper = drawTestPaper('TestLine Ground day list', [
    `Day list ${entry.id}, ${text(entry.data.date)}, ${text(entry.data.city)}`,
    `${listed.length} parcels`,
    ...listed,
  ]);
  return element('Closing', [
    element('Number', entry.id),
    ...(leftOut.length > 0
      ? [
          element(
            'LeftOut',
            leftOut.map((each) => {
              const { id, reason } = each as { readonly id?: unknown; readonly reason?: unknown };
              return element('Shipment', [element('ShipmentId', text(id)), element('Reason', text(reason))]);
            }),
          ),
        ]
      : []),
    ...(withPaper ? [element('Paper', Buffer.from(paper).toString('base64'))] : []),
  ]);
}
