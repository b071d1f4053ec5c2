/** Orders, labels and manifests of the simulator, from its books. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { s10 } from '@scanship/simulator-kit/check-digits';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { accept, manifestRequest, ordersRequest, type OrderRequest } from './contract.ts';

const AT_HOME = ['GB', 'GG', 'JE', 'IM'];
/** Letters before the number and most grams, by service. */
const SERVICES: Readonly<Record<string, readonly [string, number]>> = {
  TPN24: ['TT', 20_000],
  TPS48: ['TT', 20_000],
  SD1: ['SD', 2000],
  SD2: ['SD', 2000],
  SD3: ['SD', 2000],
  SD4: ['SD', 2000],
  SD5: ['SD', 2000],
  SD6: ['SD', 2000],
  SEB: ['SD', 10_000],
  SEC: ['SD', 10_000],
  SED: ['SD', 10_000],
  OTA: ['LM', 2000],
  OTB: ['LM', 2000],
  OTC: ['RM', 2000],
  OTD: ['RM', 2000],
  MPR: ['LP', 20_000],
  MTV: ['RP', 20_000],
};

const number = (prefix: string): string => {
  const digits = Array.from({ length: 8 }, () => randomInt(10)).join('');
  return `${prefix}${digits}${s10(digits)}GB`;
};

const textOf = (entry: BookEntry | undefined, name: string): string => {
  const value = entry?.data[name];
  return typeof value === 'string' ? value : '';
};

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly field: string;
}

/** What Click & Drop finds wrong with a well-formed order; words are the simulator's own. */
function failureOf(order: OrderRequest): Failure | undefined {
  const { recipient, packages = [], postageDetails } = order;
  const service = SERVICES[postageDetails?.serviceCode ?? ''];
  const [parcel] = packages;
  if (!recipient.address) return { code: 10, message: 'The recipient address is missing', field: 'recipient.address' };
  if (!service) return { code: 20, message: 'The service code is not known', field: 'postageDetails.serviceCode' };
  if (!parcel) return { code: 30, message: 'The order has no package', field: 'packages' };
  if (parcel.weightInGrams > service[1])
    return { code: 31, message: 'The weight is over the limit of the service', field: 'packages[0].weightInGrams' };
  const { countryCode, postcode = '' } = recipient.address;
  if (AT_HOME.includes(countryCode) && !/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(postcode))
    return { code: 40, message: 'The postcode is not valid', field: 'recipient.address.postcode' };
  if (!AT_HOME.includes(countryCode) && (parcel.contents ?? []).length === 0)
    return { code: 50, message: 'Customs information is missing', field: 'packages[0].contents' };
  return undefined;
}

interface Kept {
  readonly made: BookEntry;
  readonly paid: boolean;
  readonly manifested: BookEntry | undefined;
}

const own = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((entry) => entry.account === account.id);

const listedOn = (entry: BookEntry): readonly Json[] => {
  const orders = entry.data['orders'];
  return Array.isArray(orders) ? orders : [];
};

/** Orders of the account that are not deleted, newest last. */
function keptOrders(account: SimAccount, sim: SimContext): readonly Kept[] {
  const entries = own(account, sim);
  const gone = new Set(
    entries.filter(({ kind, data }) => kind === 'voided' || data['deleted'] === true).map(({ id }) => id),
  );
  const manifests = entries.filter(({ kind }) => kind === 'manifest');
  return entries
    .filter(({ kind, id }) => (kind === 'paid' || kind === 'draft') && !gone.has(id))
    .map((made) => ({
      made,
      paid: made.kind === 'paid',
      manifested: manifests.find((entry) => listedOn(entry).includes(made.id)),
    }));
}

function orderJson({ made, paid, manifested }: Kept): JsonObject {
  const trackingNumber = textOf(made, 'trackingNumber');
  return {
    orderIdentifier: Number(made.id),
    orderReference: made.reference ?? null,
    createdOn: made.at,
    orderDate: made.at,
    ...(paid ? { printedOn: made.at, trackingNumber } : {}),
    ...(manifested ? { manifestedOn: manifested.at } : {}),
    packages: [{ packageNumber: 1, ...(paid ? { trackingNumber } : {}) }],
  };
}

/** Orders named in a path: numbers, or references in quotation marks, separated by semicolons. */
function named(ids: string, account: SimAccount, sim: SimContext): readonly Kept[] {
  const orders = keptOrders(account, sim);
  const names = ids.split(';').filter((one) => one !== '');
  if (names.length === 0 || names.length > 100 || names.some((one) => !/^(\d+|".+")$/.test(one)))
    throw new SimRefusal(400, '2', 'The order identifiers are not valid');
  return names.flatMap((one) =>
    orders.filter(({ made }) => (one.startsWith('"') ? made.reference === one.slice(1, -1) : made.id === one)),
  );
}

export async function create(body: unknown, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const created: Json[] = [];
  const failed: Json[] = [];
  for (const order of accept(ordersRequest, body).items) {
    const failure = failureOf(order);
    if (failure) {
      failed.push({
        order: { orderReference: order.orderReference ?? null },
        errors: [
          {
            errorCode: failure.code,
            errorMessage: failure.message,
            fields: [{ fieldName: failure.field, value: '' }],
          },
        ],
      });
      continue;
    }
    const labels = account.credentials['oba'] !== 'no' && order.label !== undefined;
    const service = order.postageDetails?.serviceCode ?? '';
    const made = sim.books.append({
      kind: labels ? 'paid' : 'draft',
      id: String(10_000_001 + sim.books.all().length * 3),
      account: account.id,
      reference: order.orderReference,
      data: {
        request: JSON.parse(JSON.stringify(order)) as Json,
        trackingNumber: labels ? number(SERVICES[service]?.[0] ?? 'TT') : '',
      },
    });
    const kept: Kept = { made, paid: labels, manifested: undefined };
    created.push({
      ...orderJson(kept),
      ...(labels && order.label?.includeLabelInResponse
        ? { label: Buffer.from(await drawn(kept, sim)).toString('base64') }
        : {}),
      labelErrors: labels ? [] : [{ code: '60', message: 'Label generation is available for OBA accounts only' }],
      generatedDocuments: labels ? ['postageLabel'] : [],
    });
  }
  return {
    successCount: created.length,
    errorsCount: failed.length,
    createdOrders: created,
    failedOrders: failed,
  };
}

/** @throws SimRefusal 404 where there is none */
export function find(ids: string, account: SimAccount, sim: SimContext): readonly JsonObject[] {
  const found = named(ids, account, sim);
  if (found.length === 0) throw new SimRefusal(404, '404', 'Not Found');
  return found.map(orderJson);
}

export function list(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  const size = Number(query.get('pageSize') ?? '25');
  const at = Number(query.get('continuationToken') ?? '0');
  const since = Date.parse(query.get('startDateTime') ?? '1970-01-01T00:00:00Z');
  const all = keptOrders(account, sim).filter(({ made }) => Date.parse(made.at) >= since);
  return {
    orders: all.slice(at, at + size).map(orderJson),
    ...(all.length > at + size ? { continuationToken: String(at + size) } : {}),
  };
}

export function remove(ids: string, account: SimAccount, sim: SimContext): JsonObject {
  const deletedOrders: Json[] = [];
  const errors: Json[] = [];
  const found = named(ids, account, sim);
  for (const { made, paid, manifested } of found) {
    const orderIdentifier = Number(made.id);
    if (manifested) {
      errors.push({ orderIdentifier, code: 'CannotDelete', message: 'The order has been manifested' });
      continue;
    }
    const entry = { id: made.id, account: account.id, reference: made.reference };
    sim.books.append(
      paid ? { ...entry, kind: 'voided', data: {} } : { ...entry, kind: 'note', data: { deleted: true } },
    );
    deletedOrders.push({ orderIdentifier, orderReference: made.reference ?? null });
  }
  if (found.length === 0) errors.push({ code: 'NotFound', message: 'The order was not found' });
  return { deletedOrders, errors };
}

const FROM: LabelModel['from'] = {
  name: 'Test Trading Name',
  address1: '1 Stand-in Street',
  city: 'London',
  provinceCode: '',
  zipcode: 'EC1A 1BB',
  countryCode: 'GB',
};

export const requestOf = (made: BookEntry): OrderRequest =>
  accept(ordersRequest, { items: [made.data['request']] }).items[0] ?? notThere();
const notThere = (): never => {
  throw new RangeError('an order without its request');
};

async function drawn({ made }: Kept, sim: SimContext): Promise<Uint8Array> {
  const { recipient, packages = [], postageDetails } = requestOf(made);
  const to = recipient.address;
  const model: LabelModel = {
    carrierName: 'ROYAL MAIL',
    serviceName: postageDetails?.serviceCode ?? '',
    trackingNumber: textOf(made, 'trackingNumber'),
    from: FROM,
    to: {
      name: to?.fullName ?? to?.companyName ?? '',
      address1: to?.addressLine1 ?? '',
      address2: to?.addressLine2,
      city: to?.city ?? '',
      provinceCode: to?.county ?? '',
      zipcode: to?.postcode ?? '',
      countryCode: to?.countryCode ?? '',
    },
    weightGrams: packages[0]?.weightInGrams ?? 0,
    shipDate: made.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [made.reference ?? ''],
    test: true,
  };
  return sim.drawLabel(model, 'pdf');
}

export async function label(
  ids: string,
  query: URLSearchParams,
  account: SimAccount,
  sim: SimContext,
): Promise<Uint8Array> {
  const kind = query.get('documentType');
  if (kind !== 'postageLabel' && kind !== 'despatchNote' && kind !== 'CN22' && kind !== 'CN23')
    throw new SimRefusal(400, '3', 'documentType is not valid');
  if (kind === 'postageLabel' && !query.has('includeReturnsLabel'))
    throw new SimRefusal(400, '3', 'includeReturnsLabel is required');
  if (account.credentials['oba'] === 'no') throw new SimRefusal(403, '403', 'Feature available for OBA accounts only');
  const [order] = named(ids, account, sim);
  if (!order?.paid) throw new SimRefusal(404, '404', 'Not Found');
  return drawn(order, sim);
}

export function manifest(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  accept(manifestRequest, body);
  const orders = keptOrders(account, sim)
    .filter(({ paid, manifested }) => paid && !manifested)
    .map(({ made }) => made.id);
  if (orders.length === 0) throw new SimRefusal(400, 'NoEligibleOrders', 'There are no orders to manifest');
  const entry = sim.books.append({
    kind: 'manifest',
    id: String(5000 + sim.books.all().length),
    account: account.id,
    data: { orders },
  });
  return { manifestNumber: Number(entry.id) };
}

export function manifestPaper(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const entry = own(account, sim).find((one) => one.kind === 'manifest' && one.id === id);
  if (!entry) throw new SimRefusal(404, '404', 'The manifest was not found');
  const lines = listedOn(entry).map((order) => `Order ${typeof order === 'string' ? order : ''}`);
  return {
    manifestNumber: Number(entry.id),
    status: 'Completed',
    documentPdf: Buffer.from(drawTestPaper(`Royal Mail manifest ${id}`, lines)).toString('base64'),
  };
}

/** The paid order with this number, whoever asks: the Tracking API has accounts of its own. */
export const paidWith = (trackingNumber: string, sim: SimContext): BookEntry | undefined =>
  sim.books.all().find((entry) => entry.kind === 'paid' && textOf(entry, 'trackingNumber') === trackingNumber);
