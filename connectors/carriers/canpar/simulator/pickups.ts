/** Pickups in the books. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { child, element, textOf } from '@scanship/simulator-kit/xml-message';
import { checkAddress } from './rules.ts';
import { eastern, list, number, ownNumber, refuse } from './wire.ts';

const DAYS_AHEAD = 14;

const canceled = (id: string, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find((e) => e.kind === 'pickup-cancelled');

function pickupXml(entry: BookEntry, sim: SimContext): string {
  const { pickup } = entry.data;
  const gone = canceled(entry.id, sim);
  return element('pickup', [
    ...(gone ? [element('canceled_on', gone.at)] : []),
    element('closing_time', textOf(pickup, 'closing_time')),
    element('comments', textOf(pickup, 'comments')),
    element('created_by', textOf(pickup, 'created_by')),
    element('id', entry.id),
    element('pickup_date', textOf(pickup, 'pickup_date')),
    element('shipper_num', textOf(pickup, 'shipper_num')),
    element('unit_of_measure', textOf(pickup, 'unit_of_measure')),
    element('weight', textOf(pickup, 'weight')),
  ]);
}

export function schedule(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const pickup = child(request, 'pickup');
  ownNumber(account, textOf(pickup, 'shipper_num'));
  checkAddress(child(pickup, 'pickup_address'), 'PICKUP ADDRESS');
  if (Array.from(textOf(pickup, 'comments')).length > 128) throw refuse('COMMENTS EXCEED 128 CHARACTERS');
  if (!(number(pickup, 'number_of_packages') > 0)) throw refuse('NUMBER OF PACKAGES IS REQUIRED');
  const day = textOf(pickup, 'pickup_date').slice(0, 10);
  const today = eastern(sim.now()).slice(0, 10);
  const latest = eastern(new Date(sim.now().getTime() + DAYS_AHEAD * 86_400_000)).slice(0, 10);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  if (day < today || day > latest || weekday === 0 || weekday === 6) throw refuse('PICKUP DATE IS INVALID');
  const id = String(20_000_000 + sim.books.all().length + 1);
  const entry = sim.books.append({ kind: 'pickup', id, account: account.id, data: { pickup: pickup as JsonObject } });
  return [pickupXml(entry, sim)];
}

const own = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'pickup' && e.account === account.id);

function one(request: unknown, account: SimAccount, sim: SimContext): BookEntry {
  const entry = own(account, sim).find((e) => e.id === textOf(request, 'id'));
  if (!entry) throw refuse('PICKUP NOT FOUND');
  return entry;
}

export function cancel(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const entry = one(request, account, sim);
  if (canceled(entry.id, sim)) throw refuse('PICKUP ALREADY CANCELED');
  sim.books.append({ kind: 'pickup-cancelled', id: entry.id, account: account.id, data: {} });
  return [];
}

export const byId = (request: unknown, sim: SimContext, account: SimAccount): string[] => [
  pickupXml(one(request, account, sim), sim),
];

export function byDate(request: unknown, sim: SimContext, account: SimAccount): string[] {
  for (const shipper of list(request, 'shipper_num')) ownNumber(account, typeof shipper === 'string' ? shipper : '');
  const [from, to] = [textOf(request, 'from_pickup_date'), textOf(request, 'to_pickup_date')];
  return own(account, sim)
    .filter((e) => {
      const at = textOf(e.data.pickup, 'pickup_date');
      return at >= from && at <= to;
    })
    .map((e) => pickupXml(e, sim));
}

export function cutoff(request: unknown): string[] {
  if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(textOf(request, 'postal_code'))) throw refuse('NO SERVICE TO THIS AREA');
  return [element('cutoff_time', '14:30')];
}
