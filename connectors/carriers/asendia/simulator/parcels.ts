/** Parcels in the books: made, printed, deleted, put on manifests, followed. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, manifestRequest, parcelRequest, type AddressMessage, type ParcelRequest } from './contract.ts';
import { errorsOf } from './rules.ts';

const DAYS = 7;

const lost = (what: string): SimRefusal => new SimRefusal(404, 'error.not_found', `${what} not found`);

interface Kept {
  readonly entry: BookEntry;
  readonly asked: ParcelRequest;
  readonly number: string;
  readonly manifest: string | undefined;
}

const isVoid = (id: string, sim: SimContext): boolean => sim.books.byId(id).some(({ kind }) => kind === 'voided');

function keptOf(entry: BookEntry, sim: SimContext): Kept {
  const note = sim.books.byId(entry.id).find(({ kind }) => kind === 'note');
  const { number } = entry.data;
  return {
    entry,
    asked: parcelRequest.parse(entry.data['request']),
    number: typeof number === 'string' ? number : '',
    manifest: typeof note?.data['manifest'] === 'string' ? note.data['manifest'] : undefined,
  };
}

const live = (account: SimAccount, sim: SimContext): readonly Kept[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id && !isVoid(e.id, sim))
    .map((e) => keptOf(e, sim));

function read(id: string, account: SimAccount, sim: SimContext): Kept {
  const entry = sim.books.byId(id).find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry || isVoid(id, sim)) throw lost('Parcel');
  return keptOf(entry, sim);
}

const json = ({ entry, number }: Kept): JsonObject => ({
  id: entry.id,
  trackingNumber: number,
  labelLocation: `/parcels/${entry.id}/label`,
  customsDocumentLocation: `/parcels/${entry.id}/customs-document`,
});

export function create(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(parcelRequest, body);
  if (asked.customerId !== account.credentials['customerId'])
    throw new SimRefusal(403, 'error.forbidden', 'The customer is not one of this user');
  const errors = errorsOf(asked);
  if (errors.length > 0) return { errorMessages: errors.map(({ field, message }) => ({ field, message })) };
  const entry = sim.books.append({
    kind: 'paid',
    id: randomUUID(),
    account: account.id,
    reference: asked.referencenumber,
    data: { request: body as Json, number: `ASENDIA${randomInt(100_000_000, 1_000_000_000)}` },
  });
  return json(keptOf(entry, sim));
}

export const retrieve = (id: string, account: SimAccount, sim: SimContext): JsonObject => json(read(id, account, sim));

export function remove(id: string, account: SimAccount, sim: SimContext): void {
  const { entry, manifest } = read(id, account, sim);
  if (manifest !== undefined) throw new SimRefusal(400, 'error.manifested', 'Parcel is already manifested');
  sim.books.append({ kind: 'voided', id, account: account.id, reference: entry.reference, data: {} });
}

const person = (a: AddressMessage): LabelModel['to'] => ({
  name: a.name,
  ...(a.company === undefined ? {} : { companyName: a.company }),
  address1: a.address1,
  ...(a.address2 === undefined ? {} : { address2: a.address2 }),
  city: a.city,
  provinceCode: a.province ?? '',
  zipcode: a.postalCode ?? '',
  countryCode: a.country,
});

export interface Paper {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export async function label(id: string, account: SimAccount, sim: SimContext): Promise<Paper> {
  const { asked, number, entry } = read(id, account, sim);
  const zebra = asked.labelType === 'Zebra';
  const bytes = await sim.drawLabel(
    {
      carrierName: 'ASENDIA',
      serviceName: `${asked.asendiaService.product} ${asked.asendiaService.service}`,
      trackingNumber: number,
      from: person(asked.addresses.sender ?? asked.addresses.receiver),
      to: person(asked.addresses.receiver),
      weightGrams: Math.round(asked.weight * 1000),
      shipDate: entry.at.slice(0, 10),
      parcelNumber: 1,
      parcelCount: 1,
      references: [asked.referencenumber],
      test: true,
    },
    zebra ? 'zpl' : 'pdf',
  );
  return { type: zebra ? 'text/plain' : 'application/pdf', bytes };
}

export function declaration(id: string, account: SimAccount, sim: SimContext): Paper {
  const { asked, number } = read(id, account, sim);
  const { items = [] } = asked.customsInfo;
  if (items.length === 0) throw lost('Customs document');
  const lines = items.map((i) => `${i.quantity} x ${i.articleDescription}, ${i.harmonizationCode}, ${i.originCountry}`);
  return { type: 'application/pdf', bytes: drawTestPaper(`CN 23 ${number}`, lines) };
}

export const page = <T>(all: readonly T[], query: URLSearchParams): readonly T[] => {
  const size = Math.min(500, Math.max(1, Number(query.get('size') ?? '20')));
  const at = Number(query.get('page') ?? '0');
  return all.slice(at * size, (at + 1) * size);
};

export const listParcels = (query: URLSearchParams, account: SimAccount, sim: SimContext): readonly JsonObject[] =>
  page(
    live(account, sim).filter(({ manifest }) => query.get('showManifested') === 'true' || manifest === undefined),
    query,
  ).map(json);

const manifestJson = (id: string, at: string, errors: readonly string[] = []): JsonObject => ({
  id,
  createdAt: at,
  ...(errors.length === 0 ? {} : { errorParcelIds: [...errors] }),
  status: 'CREATED',
  manifestDocumentLocation: `/manifests/${id}/document`,
  parcelsLocation: `/manifests/${id}/parcels`,
  manifestLocation: `/manifests/${id}`,
});

export function createManifest(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(manifestRequest, body);
  const open = new Set(
    live(account, sim)
      .filter(({ manifest }) => manifest === undefined)
      .map(({ entry }) => entry.id),
  );
  const taken = asked.filter((id) => open.has(id));
  if (taken.length === 0)
    throw new SimRefusal(400, 'error.manifest.invalid_parcels', 'One or more parcel IDs are invalid');
  const made = sim.books.append({
    kind: 'manifest',
    id: randomUUID(),
    account: account.id,
    data: { parcels: [...taken] },
  });
  for (const id of taken) sim.books.append({ kind: 'note', id, account: account.id, data: { manifest: made.id } });
  return manifestJson(
    made.id,
    made.at,
    asked.filter((id) => !open.has(id)),
  );
}

const manifests = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'manifest' && e.account === account.id);

function manifestOf(id: string, account: SimAccount, sim: SimContext): BookEntry {
  const found = manifests(account, sim).find((e) => e.id === id);
  if (!found) throw lost('Manifest');
  return found;
}

const heldBy = (id: string, account: SimAccount, sim: SimContext): readonly Kept[] =>
  live(account, sim).filter(({ manifest }) => manifest === manifestOf(id, account, sim).id);

export const listManifests = (query: URLSearchParams, account: SimAccount, sim: SimContext): readonly JsonObject[] =>
  page(manifests(account, sim), query).map(({ id, at }) => manifestJson(id, at));

export const manifestParcels = (
  id: string,
  query: URLSearchParams,
  account: SimAccount,
  sim: SimContext,
): readonly JsonObject[] => page(heldBy(id, account, sim), query).map(json);

export const manifestPaper = (id: string, account: SimAccount, sim: SimContext): Paper => ({
  type: 'application/pdf',
  bytes: drawTestPaper(
    `ASENDIA MANIFEST ${id}`,
    heldBy(id, account, sim).map(({ number }) => number),
  ),
});

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['CR', 'Label created'],
  accepted: ['PU', 'Package picked up'],
  departed: ['IT', 'In transit to destination'],
  customs: ['CC', 'Customs clearance completed'],
  out: ['OD', 'Out for delivery'],
  delivered: ['DL', 'Delivered'],
};

export function track(number: string, account: SimAccount, sim: SimContext): readonly JsonObject[] {
  const found = live(account, sim).find((kept) => kept.number === number);
  if (!found) throw lost('Tracking number');
  const { sender, receiver } = found.asked.addresses;
  const crosses = (found.asked.customsInfo.items ?? []).length > 0;
  const story = storyOf(new Date(found.entry.at), sim.now(), DAYS, crosses, {
    from: sender?.city ?? '',
    to: receiver.city,
  });
  return story.map(({ event, at, place }, index) => {
    const [code, carrierEventDescription] = EVENTS[event];
    const locationCountry = place === receiver.city ? receiver.country : (sender?.country ?? '');
    return {
      id: index + 1,
      code,
      time: at.toISOString(),
      locationName: place,
      carrierEventDescription,
      locationCountry,
    };
  });
}
