/** Shipments in the books: processed, printed, found, voided, put on a manifest. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { labelPng } from '@scanship/simulator-kit/label-png';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { child, element, flagOf, textOf } from '@scanship/simulator-kit/xml-message';
import { gramsOf, priceOf, type PricedShipment } from './pricing.ts';
import { checkShipment } from './rules.ts';
import { shipmentXml, type Made } from './shipment-xml.ts';
import { eastern, list, number, ownNumber, refuse } from './wire.ts';

const FIRST_ID = 10_000_000;
const LETTERS: Readonly<Record<string, string>> = {
  '1': 'D',
  '2': 'U',
  F: 'U',
  G: 'U',
  H: 'U',
  I: 'U',
  C: 'L',
  D: 'L',
  E: 'L',
};

export const priced = (s: unknown, code: string): PricedShipment => {
  const price = priceOf(s, code);
  if (!price) throw refuse('THIS SERVICE IS NOT AVAILABLE FOR THE SHIPMENT');
  return price;
};

interface Kept {
  readonly entry: BookEntry;
  readonly shipment: unknown;
  readonly price: PricedShipment;
  readonly made: Made;
}

/** The manifest a shipment is on; empty while it is pending. */
function manifestOf(id: string, sim: SimContext): string {
  const found = sim.books.byId(id).find((e) => e.kind === 'note');
  return typeof found?.data.manifest === 'string' ? found.data.manifest : '';
}

function keptOf(entry: BookEntry, sim: SimContext): Kept {
  const { shipment } = entry.data;
  const { barcodes } = entry.data;
  return {
    entry,
    shipment,
    price: priced(shipment, textOf(shipment, 'service_type')),
    made: {
      id: entry.id,
      barcodes: Array.isArray(barcodes) ? barcodes.map(String) : [],
      manifest: manifestOf(entry.id, sim),
      voided: sim.books.byId(entry.id).some((e) => e.kind === 'voided'),
    },
  };
}

const all = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'paid' && e.account === account.id);

function byId(request: unknown, account: SimAccount, sim: SimContext): Kept {
  const entry = sim.books.byId(textOf(request, 'id')).find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry) throw refuse('SHIPMENT NOT FOUND');
  return keptOf(entry, sim);
}

export function process(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const shipment = child(request, 'shipment');
  ownNumber(account, textOf(shipment, 'shipper_num'));
  checkShipment(shipment, true);
  const price = priced(shipment, textOf(shipment, 'service_type'));
  const serial = sim.books.all().length + 1;
  const packages = list(shipment, 'packages');
  const letter = LETTERS[price.service] ?? 'S';
  const barcodes = packages.map(
    (_p, index) =>
      `${letter}${account.credentials.shipper}${String(serial).padStart(10, '0')}${String(index + 1).padStart(3, '0')}`,
  );
  const entry = sim.books.append({
    kind: 'paid',
    id: String(FIRST_ID + serial),
    account: account.id,
    reference: textOf(packages[0], 'reference'),
    data: { shipment: shipment as JsonObject, barcodes },
  });
  for (const barcode of barcodes)
    sim.books.append({ kind: 'note', id: barcode, account: account.id, data: { shipmentId: entry.id } });
  return [element('processShipmentResult', [shipmentXml('shipment', shipment, price, keptOf(entry, sim).made)])];
}

const person = (a: unknown): LabelModel['to'] => ({
  name: textOf(a, 'attention') || textOf(a, 'name'),
  ...(textOf(a, 'attention') === '' ? {} : { companyName: textOf(a, 'name') }),
  address1: textOf(a, 'address_line_1'),
  address2: textOf(a, 'address_line_2'),
  city: textOf(a, 'city'),
  provinceCode: textOf(a, 'province'),
  zipcode: textOf(a, 'postal_code'),
  countryCode: textOf(a, 'country'),
});

function paper({ shipment, made }: Kept, index: number, title: string): LabelModel {
  const packages = list(shipment, 'packages');
  const p = packages[index];
  return {
    carrierName: title,
    serviceName: `SERVICE ${textOf(shipment, 'service_type')}`,
    trackingNumber: made.barcodes[index] ?? '',
    from: person(child(shipment, 'pickup_address')),
    to: person(child(shipment, 'delivery_address')),
    weightGrams: gramsOf(shipment, p),
    shipDate: textOf(shipment, 'shipping_date').slice(0, 10),
    parcelNumber: index + 1,
    parcelCount: packages.length,
    references: [textOf(p, 'alternative_reference')],
    test: true,
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export async function labels(request: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  const kept = byId(request, account, sim);
  if (kept.made.voided) throw refuse('SHIPMENT IS VOIDED');
  const drawn: string[] = [];
  for (const index of kept.made.barcodes.keys())
    drawn.push(element('labels', base64(await labelPng(await sim.drawLabel(paper(kept, index, 'CANPAR'), 'pdf')))));
  return drawn;
}

export async function proforma(request: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  const kept = byId(request, account, sim);
  if (textOf(kept.shipment, 'proforma') === '' && child(kept.shipment, 'proforma') === undefined)
    throw refuse('PROFORMA NOT FOUND');
  return [element('proforma', base64(await sim.drawLabel(paper(kept, 0, 'CANPAR PROFORMA'), 'pdf')))];
}

export function voidShipment(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const { made, entry } = byId(request, account, sim);
  if (made.voided) throw refuse('SHIPMENT ALREADY VOIDED');
  if (made.manifest !== '') throw refuse('SHIPMENT IS ALREADY MANIFESTED');
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return [];
}

const PAGE = 50;

function found(request: unknown, account: SimAccount, sim: SimContext, fits: (kept: Kept) => boolean): string[] {
  ownNumber(account, textOf(request, 'shipper_num'));
  const [from, to] = [textOf(request, 'from_shipping_date'), textOf(request, 'to_shipping_date')];
  if (from === '' || to === '') throw refuse('SHIPPING DATES ARE REQUIRED');
  const page = Math.max(1, number(request, 'page_num'));
  return all(account, sim)
    .map((entry) => keptOf(entry, sim))
    .filter((kept) => {
      const day = textOf(kept.shipment, 'shipping_date').slice(0, 10);
      return day >= from.slice(0, 10) && day <= to.slice(0, 10) && fits(kept);
    })
    .slice((page - 1) * PAGE, page * PAGE)
    .map(({ shipment, price, made }) => shipmentXml('shipment', shipment, price, made));
}

export function byReference(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const wanted = textOf(request, 'reference');
  if (wanted === '') throw refuse('REFERENCE IS REQUIRED');
  return found(request, account, sim, ({ shipment }) =>
    list(shipment, 'packages').some((p) => textOf(p, 'reference').startsWith(wanted)),
  );
}

export function byManifest(request: unknown, sim: SimContext, account: SimAccount): string[] {
  const wanted = textOf(request, 'manifest_num');
  return found(request, account, sim, ({ made }) => made.manifest === wanted);
}

const manifests = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'manifest' && e.account === account.id);

export function lastManifest(request: unknown, sim: SimContext, account: SimAccount): string[] {
  ownNumber(account, textOf(request, 'shipper_num'));
  const last = manifests(account, sim).at(-1);
  return last ? [element('manifest_num', last.id)] : [];
}

export function endOfDay(request: unknown, sim: SimContext, account: SimAccount): string[] {
  ownNumber(account, textOf(request, 'shipper_num'));
  const day = textOf(request, 'date').slice(0, 10);
  if (day === '') throw refuse('DATE IS REQUIRED');
  const pending = all(account, sim)
    .map((entry) => keptOf(entry, sim))
    .filter(
      ({ shipment, made }) =>
        !made.voided && made.manifest === '' && textOf(shipment, 'shipping_date').slice(0, 10) <= day,
    );
  if (pending.length === 0) throw refuse('THERE ARE NO SHIPMENTS TO PROCESS');
  const manifest = String(1000 + sim.books.all().length);
  // The papers first: an interrupted close must not leave shipments that say they are on no paper.
  sim.books.append({ kind: 'manifest', id: manifest, account: account.id, data: { day } });
  for (const { entry } of pending)
    sim.books.append({ kind: 'note', id: entry.id, account: account.id, data: { manifest } });
  return [element('manifest_num', manifest)];
}

export async function manifestPaper(request: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  ownNumber(account, textOf(request, 'shipper_num'));
  const number_ = textOf(request, 'manifest_num');
  if (!['S', 'D', 'F'].includes(textOf(request, 'type'))) throw refuse('MANIFEST TYPE IS INVALID');
  if (!manifests(account, sim).some((e) => e.id === number_)) throw refuse('MANIFEST NOT FOUND');
  const first = all(account, sim)
    .map((entry) => keptOf(entry, sim))
    .find(({ made }) => made.manifest === number_);
  if (!first) throw refuse('MANIFEST IS EMPTY');
  return [element('manifest', base64(await sim.drawLabel(paper(first, 0, `CANPAR MANIFEST ${number_}`), 'pdf')))];
}

/** The shipment a barcode belongs to, whoever asks. */
export function byBarcode(barcode: string, sim: SimContext): Kept | undefined {
  const id = sim.books.byId(barcode)[0]?.data.shipmentId;
  const entry = typeof id === 'string' ? sim.books.byId(id).find((e) => e.kind === 'paid') : undefined;
  return entry && keptOf(entry, sim);
}

/** Signed for, once delivered. */
export const signature = ({ shipment }: Kept): string =>
  flagOf(shipment, 'nsr') ? '' : textOf(child(shipment, 'delivery_address'), 'name').toUpperCase();

export const compactTime = (at: Date): string => eastern(at).replaceAll(/[-:]/g, '');
