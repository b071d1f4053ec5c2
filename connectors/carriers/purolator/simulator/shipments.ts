/** Estimating, buying, voiding, papers and the end of day. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { luhn } from '@scanship/simulator-kit/check-digits';
import {
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { dollars } from '@scanship/simulator-kit/tariff';
import { element } from '@scanship/simulator-kit/xml-message';
import { at, day, manyAt, refuse, text, textAt } from './messages.ts';
import type { Estimate } from './pricing.ts';
import { checkPurchase, person, priceOf, pricesOf, readShipment, type ReadShipment } from './shipment-request.ts';

export type Work = (
  body: unknown,
  sim: SimContext,
  account: SimAccount,
) => readonly string[] | Promise<readonly string[]>;

const GRAMS = 453.59237;

const lines = (
  wrapper: string,
  item: string,
  key: string,
  all: readonly (readonly [string, string, number])[],
): string =>
  element(
    wrapper,
    all.map(([code, words, cents]) =>
      element(item, [element('Amount', dollars(cents)), element(key, code), element('Description', words)]),
    ),
  );

const estimateElement = (price: Estimate, shipDate: string): string =>
  element('ShipmentEstimate', [
    element('ServiceID', price.service.id),
    element('ShipmentDate', shipDate),
    element('ExpectedDeliveryDate', price.deliverBy),
    element('EstimatedTransitDays', price.days),
    element('BasePrice', dollars(price.base)),
    lines('Surcharges', 'Surcharge', 'Type', price.surcharges),
    lines('Taxes', 'Tax', 'Type', price.taxes),
    lines('OptionPrices', 'OptionPrice', 'ID', price.options),
    element('TotalPrice', dollars(price.total)),
  ]);

export const fullEstimate: Work = (body, sim, account) => {
  const read = readShipment(at(body, 'Shipment'), account, sim);
  const own = priceOf(read, read.service);
  const alternatives = textAt(body, 'ShowAlternativeServicesIndicator') === 'true';
  const prices = alternatives ? pricesOf(read) : own ? [own] : [];
  if (prices.length === 0) throw refuse('1100707', 'The Service is not available for this shipment.');
  return [
    element(
      'ShipmentEstimates',
      prices.map((price) => estimateElement(price, read.shipDate)),
    ),
  ];
};

export const validate =
  (root: string): Work =>
  (body, sim, account) => {
    const shipment = at(body, root);
    checkPurchase(shipment, readShipment(shipment, account, sim));
    return [element('ValidShipment', 'true')];
  };

/** Twelve digits, the first from 0 to 5, the last by Luhn. */
function newPin(): string {
  const digits = `39${String(randomInt(10 ** 9)).padStart(9, '0')}`;
  return `${digits}${luhn(digits)}`;
}

const modelOf = (read: ReadShipment, pin: string, index: number): LabelModel => ({
  carrierName: 'PUROLATOR',
  serviceName: read.service.name,
  trackingNumber: pin,
  from: person(read.from),
  to: person(read.to),
  weightGrams: Math.round((read.parcels.pounds[index] ?? 1) * GRAMS),
  shipDate: read.shipDate,
  parcelNumber: index + 1,
  parcelCount: read.parcels.pounds.length,
  references: read.references,
  test: true,
});

export const create =
  (root: string): Work =>
  (body, sim, account) => {
    const shipment = at(body, root);
    const read = readShipment(shipment, account, sim);
    const price = checkPurchase(shipment, read);
    const pins = read.parcels.pounds.map(() => newPin());
    const [pin = ''] = pins;
    const invoice = textAt(shipment, 'InternationalInformation', 'CustomsInvoiceDocumentIndicator') === 'true';
    const data: JsonObject = {
      pins,
      models: pins.map((one, index): Json => JSON.parse(JSON.stringify(modelOf(read, one, index))) as Json),
      references: [...read.references],
      shipDate: read.shipDate,
      days: price.days,
      crosses: read.crosses,
      cents: price.total,
      printer: textAt(body, 'PrinterType'),
      invoice,
    };
    sim.books.append({ kind: 'paid', id: pin, account: account.id, reference: read.reference, data });
    const value = (one: string): string => element('PIN', [element('Value', one)]);
    return [
      element('ShipmentPIN', [element('Value', pin)]),
      element('PiecePINs', pins.map(value)),
      ...(root === 'Shipment' ? [element('ReturnShipmentPINs', [])] : [element('RMA', textAt(body, 'RMA'))]),
    ];
  };

export const pinsOf = (entry: BookEntry): readonly string[] =>
  Array.isArray(entry.data.pins) ? entry.data.pins.map(text) : [];

export const isVoid = (sim: SimContext, pin: string): boolean => sim.books.byId(pin).some((e) => e.kind === 'voided');

/** Bought shipments of an account, the newest last. */
export const paidBy = (sim: SimContext, account: SimAccount): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'paid' && e.account === account.id);

export const shipmentOf = (sim: SimContext, account: SimAccount, pin: string): BookEntry | undefined =>
  paidBy(sim, account).find((entry) => pinsOf(entry).includes(pin));

const isClosed = (sim: SimContext, pin: string): boolean =>
  sim.books.all().some((e) => e.kind === 'manifest' && pinsOf(e).includes(pin));

export const voidShipment: Work = (body, sim, account) => {
  const pin = textAt(body, 'PIN', 'Value');
  const entry = shipmentOf(sim, account, pin);
  if (!entry) throw refuse('1100420', 'The shipment PIN is not known.');
  if (isVoid(sim, entry.id)) throw refuse('1100421', 'The shipment has already been cancelled.');
  if (isClosed(sim, entry.id)) throw refuse('1100422', 'The shipment has been consolidated and cannot be cancelled.');
  if (day(sim.now()) !== day(new Date(entry.at)))
    throw refuse('1100429', 'You can only cancel shipments created today.');
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return [element('ShipmentVoided', 'true')];
};

/** "15/03/2010 12:00:00 AM", as the service writes times. */
function written(time: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const hour = time.getUTCHours();
  return `${two(time.getUTCDate())}/${two(time.getUTCMonth() + 1)}/${time.getUTCFullYear()} ${hour % 12 === 0 ? 12 : hour % 12}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** One manifest for each shipment day that has something open; no two close in the same second. */
export const consolidate: Work = (_body, sim, account) => {
  const open = paidBy(sim, account).filter((e) => !isVoid(sim, e.id) && !isClosed(sim, e.id));
  if (open.length === 0) throw refuse('1100430', 'There are no shipments to consolidate.');
  const closes = sim.books.all().filter((e) => e.kind === 'manifest');
  const last = closes.reduce((latest, e) => Math.max(latest, Number(e.data.closedAt)), 0);
  const closedAt = Math.max(sim.now().getTime(), last + 1000);
  for (const shipDate of new Set(open.map((e) => text(e.data.shipDate)))) {
    const pins = open.filter((e) => e.data.shipDate === shipDate).map((e) => e.id);
    sim.books.append({
      kind: 'manifest',
      id: sim.newId('mf-'),
      account: account.id,
      data: { shipDate, closedAt, pins },
    });
  }
  return [element('Consolidate', 'true')];
};

const batchElement = (entry: BookEntry, sim: SimContext): string =>
  element('ManifestBatch', [
    element('ShipmentManifestDate', written(new Date(`${text(entry.data.shipDate)}T00:00:00Z`))),
    element('ManifestCloseDateTime', written(new Date(Number(entry.data.closedAt)))),
    element('ManifestBatchDetails', [
      element('ManifestBatchDetail', [
        element('DocumentType', 'PrepaidManifest'),
        element('Description', 'Prepaid Manifest'),
        element('DocumentStatus', 'Completed'),
        element('URL', `${sim.address}/ShipOnline/shipment/getLabel.ashx?i=${entry.id}`),
      ]),
    ]),
  ]);

export const manifests: Work = (body, sim, account) => {
  const days = manyAt(body, 'ShipmentManifestDocumentCriterium', 'ShipmentManifestDocumentCriteria').map((c) =>
    textAt(c, 'ManifestDate'),
  );
  const made = sim.books
    .all()
    .filter((e) => e.kind === 'manifest' && e.account === account.id && days.includes(text(e.data.shipDate)));
  return [
    element(
      'ManifestBatches',
      made.map((entry) => batchElement(entry, sim)),
    ),
  ];
};

const isModel = (value: unknown): value is LabelModel =>
  typeof value === 'object' && value !== null && 'trackingNumber' in value && 'to' in value;

const modelsOf = (entry: BookEntry): readonly LabelModel[] =>
  (Array.isArray(entry.data.models) ? entry.data.models : []).filter((model) => isModel(model));

/** The paper behind a manifest's link: whoever has the link may fetch it. */
export async function manifestFile(request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  const entry = sim.books.byId(request.query.get('i') ?? '').find((e) => e.kind === 'manifest');
  const [pin = ''] = entry ? pinsOf(entry) : [];
  const first = sim.books.byId(pin).find((e) => e.kind === 'paid');
  const [model] = first ? modelsOf(first) : [];
  if (!entry || !model) throw new SimRefusal(404, '404', 'There is no such document.');
  const sheet = { ...model, serviceName: `MANIFEST OF ${pinsOf(entry).length} SHIPMENTS`, trackingNumber: entry.id };
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: await sim.drawLabel(sheet, 'pdf'),
  };
}

export const documents: Work = async (body, sim, account) => {
  const [criterion] = manyAt(body, 'DocumentCriterium', 'DocumentCriteria');
  const entry = shipmentOf(sim, account, textAt(criterion, 'PIN', 'Value'));
  if (!entry || isVoid(sim, entry.id)) throw refuse('1300135', 'No documents are available for this PIN.');
  const zpl = textAt(body, 'OutputType') === 'ZPL';
  const thermal = entry.data.printer === 'Thermal';
  if (zpl && !thermal) throw refuse('1300136', 'The output type is not valid for this printer type.');
  const wanted = manyAt(criterion, 'DocumentTypes', 'DocumentType').map(text);
  const label = `${entry.data.crosses === true ? 'International' : 'Domestic'}BillOfLading${thermal ? 'Thermal' : ''}`;
  const models = modelsOf(entry);
  const found: string[] = [];
  for (const [index, model] of models.entries()) {
    const papers: string[] = [];
    if (wanted.length === 0 || wanted.includes(label))
      papers.push(await paperElement(label, { ...model, references: [...model.references] }, zpl ? 'zpl' : 'pdf', sim));
    if (index === 0 && entry.data.invoice === true && wanted.includes('CustomsInvoice'))
      papers.push(await paperElement('CustomsInvoice', { ...model, serviceName: 'CUSTOMS INVOICE' }, 'pdf', sim));
    if (papers.length > 0)
      found.push(
        element('Document', [
          element('PIN', [element('Value', model.trackingNumber)]),
          element('DocumentDetails', papers),
        ]),
      );
  }
  return [element('Documents', found)];
};

async function paperElement(type: string, model: LabelModel, format: 'pdf' | 'zpl', sim: SimContext): Promise<string> {
  const bytes = await sim.drawLabel(model, format);
  return element('DocumentDetail', [
    element('DocumentType', type),
    element('Description', type.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
    element('DocumentStatus', 'Completed'),
    element('URL', ''),
    element('Data', Buffer.from(bytes).toString('base64')),
  ]);
}
