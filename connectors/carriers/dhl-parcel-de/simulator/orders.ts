/** Orders: tried out, made, asked for, deleted; and the manifests of a day. */
import { randomInt } from 'node:crypto';
import { alpha2Of } from '@scanship/domain/addresses/countries';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { mod10Weights31, s10 } from '@scanship/simulator-kit/check-digits';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { dayOf, statusJson } from './access.ts';
import { accept, manifestRequest, orderRequest, shipmentOf, type SimShipment } from './contract.ts';
import { gramsOf, remarksOn, type Remark } from './rules.ts';

const PROFILE = 'STANDARD_GRUPPENPROFIL';
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Twenty digits inside Germany and for Europaket, a postal number abroad. */
function newNumber(product: string): string {
  if (product === 'V53WPAK' || product === 'V66WPI') {
    const serial = digits(8);
    return `${product === 'V53WPAK' ? 'CD' : 'LX'}${serial}${s10(serial)}DE`;
  }
  const serial = `00340434${digits(11)}`;
  return `${serial}${mod10Weights31(serial)}`;
}

/** Two letters of three; Germany where the country is left out. */
export const countryOf = (three: string | undefined): string => alpha2Of(three ?? '') ?? 'DE';

const textOf = (data: JsonObject, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

function person(a: NonNullable<SimShipment['consignee']> | NonNullable<SimShipment['shipper']>): LabelModel['to'] {
  return {
    name: 'name1' in a ? a.name1 : a.name,
    address1:
      'addressStreet' in a
        ? a.addressStreet
        : 'lockerID' in a
          ? `Packstation ${a.lockerID}`
          : `Postfiliale ${a.retailID}`,
    city: a.city,
    provinceCode: '',
    zipcode: a.postalCode ?? '',
    countryCode: countryOf(a.country),
  };
}

async function labelJson(paid: BookEntry, format: string, sim: SimContext): Promise<JsonObject> {
  const s = shipmentOf(paid.data['request']);
  if (!s.shipper || !s.consignee || !s.details) throw new RangeError('a made order has its parties');
  const zpl = format === 'ZPL2';
  const model: LabelModel = {
    carrierName: 'DHL Parcel DE',
    serviceName: s.product ?? '',
    trackingNumber: paid.id,
    from: person(s.shipper),
    to: person(s.consignee),
    weightGrams: gramsOf(s.details.weight),
    shipDate: s.shipDate ?? paid.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [s.refNo ?? ''],
    test: true,
  };
  const drawn = await sim.drawLabel(model, zpl ? 'zpl' : 'pdf');
  const bytes = Buffer.from(drawn);
  return {
    ...(zpl ? { zpl2: bytes.toString('utf8') } : { b64: bytes.toString('base64') }),
    fileFormat: format,
    printFormat: '910-300-400/410',
  };
}

async function itemJson(
  paid: BookEntry,
  format: string,
  remarks: readonly Remark[],
  sim: SimContext,
): Promise<JsonObject> {
  const s = shipmentOf(paid.data['request']);
  const cn23 = s.product !== 'V66WPI' && s.customs !== undefined;
  return {
    shipmentNo: paid.id,
    shipmentRefNo: s.refNo ?? '',
    routingCode: '40327653113+99000943058020',
    sstatus: statusJson(200, 'OK', 'The Webservice call ran successfully.'),
    label: await labelJson(paid, format, sim),
    ...(cn23
      ? {
          customsDoc: {
            b64: Buffer.from(drawTestPaper('CN23', [paid.id])).toString('base64'),
            fileFormat: 'PDF',
            printFormat: 'A4-PT',
          },
        }
      : {}),
    validationMessages: remarks.map((remark) => ({ ...remark })),
  };
}

const refused = (remarks: readonly Remark[], number?: string): JsonObject => ({
  ...(number === undefined ? {} : { shipmentNo: number }),
  sstatus: statusJson(
    400,
    remarks.some(({ validationState }) => validationState === 'Error')
      ? 'Bad Request'
      : 'Within the shipment there was at least one weak validation error.',
  ),
  validationMessages: remarks.map((remark) => ({ ...remark })),
});

const whole = (items: readonly JsonObject[], done: number, what: string): SimAnswer => {
  const code = done === items.length ? 200 : done === 0 ? 400 : 207;
  const title = { 200: 'OK', 207: 'Multi-Status', 400: 'Bad Request' }[code];
  const detail = `${done} of ${items.length} shipment ${what}.`;
  return jsonAnswer(items.length > 1 && code === 200 ? 207 : code, {
    status: statusJson(code, title, detail),
    items: [...items],
  });
};

const oneOf = (query: URLSearchParams, name: string, choices: readonly string[]): string => {
  const given = query.get(name) ?? choices[0] ?? '';
  if (!choices.includes(given)) throw new SimRefusal(400, 'query', `${name} is none of ${choices.join(', ')}`, name);
  return given;
};

const FORMATS = ['PDF', 'ZPL2'];
const PRINTS =
  'A4 910-300-600 910-300-610 910-300-700 910-300-700-oz 910-300-710 910-300-300 910-300-300-oz 910-300-400 910-300-410 100x70mm';

function checkProfile(profile: string): void {
  if (profile !== PROFILE) throw new SimRefusal(400, 'profile', 'The group profile is unknown.', 'profile');
}

const isTrue = (query: URLSearchParams, name: string): boolean => oneOf(query, name, ['false', 'true']) === 'true';

/** @param make false: tried out only */
export async function order(
  request: SimRequest,
  sim: SimContext,
  account: SimAccount,
  make: boolean,
): Promise<SimAnswer> {
  const { query } = request;
  const format = oneOf(query, 'docFormat', FORMATS);
  oneOf(query, 'printFormat', PRINTS.split(' '));
  oneOf(query, 'includeDocs', ['include', 'URL']);
  const mustEncode = isTrue(query, 'mustEncode');
  const body = jsonBody(request);
  const asked = accept(orderRequest, body);
  checkProfile(asked.profile);
  const sent = (body as { shipments: readonly Json[] }).shipments;
  let done = 0;
  const items: JsonObject[] = [];
  for (const [index, s] of asked.shipments.entries()) {
    const remarks = remarksOn(s, account, dayOf(sim.now()));
    const hard = remarks.some(({ validationState }) => validationState === 'Error');
    if (hard || (remarks.length > 0 && (!make || mustEncode))) {
      items.push(refused(remarks));
      continue;
    }
    done += 1;
    if (!make) {
      items.push({ sstatus: statusJson(200, 'OK', 'The Webservice call ran successfully.'), validationMessages: [] });
      continue;
    }
    const paid = sim.books.append({
      kind: 'paid',
      id: newNumber(s.product ?? ''),
      account: account.id,
      reference: (s.refNo ?? '').slice(-16),
      data: { request: sent[index] ?? null },
    });
    items.push(await itemJson(paid, format, remarks, sim));
  }
  return whole(items, done, make ? 'successfully printed' : 'validated OK');
}

const CLOSED = 'closed';
const isVoided = (id: string, sim: SimContext): boolean => sim.books.byId(id).some(({ kind }) => kind === 'voided');
const closingOf = (id: string, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find(({ kind, data }) => kind === 'note' && data['what'] === CLOSED);

/** An order of the account that was not deleted. */
export const made = (id: string, account: SimAccount, sim: SimContext): BookEntry | undefined =>
  isVoided(id, sim)
    ? undefined
    : sim.books.byId(id).find((entry) => entry.kind === 'paid' && entry.account === account.id);

const open = (id: string, account: SimAccount, sim: SimContext): BookEntry | undefined =>
  closingOf(id, sim) ? undefined : made(id, account, sim);

export async function getOrder(request: SimRequest, sim: SimContext, account: SimAccount): Promise<SimAnswer> {
  const numbers = request.query.getAll('shipment');
  if (numbers.length === 0) throw new SimRefusal(400, 'query', 'shipment is missing', 'shipment');
  const format = oneOf(request.query, 'docFormat', FORMATS);
  const found = numbers.flatMap((number) => open(number, account, sim) ?? []);
  if (found.length === 0) throw new SimRefusal(404, 'order', 'The shipment could not be found.');
  const items = await Promise.all(found.map((paid) => itemJson(paid, format, [], sim)));
  return whole(items, items.length, 'found');
}

export function deleteOrder(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const number = request.query.get('shipment');
  if (number === null) throw new SimRefusal(400, 'query', 'shipment is missing', 'shipment');
  checkProfile(request.query.get('profile') ?? '');
  const paid = open(number, account, sim);
  if (!paid || paid.data['return'] === true) {
    const validationMessage = closingOf(number, sim)
      ? 'The shipment has been manifested already.'
      : 'The shipment does not exist or has been deleted already.';
    return whole(
      [refused([{ property: 'shipmentNo', validationMessage, validationState: 'Error' }], number)],
      0,
      'deleted',
    );
  }
  sim.books.append({ kind: 'voided', id: number, account: account.id, reference: paid.reference, data: {} });
  return whole([{ shipmentNo: number, sstatus: statusJson(200, 'OK', 'The shipment was deleted.') }], 1, 'deleted');
}

/** Sheets are numbered through the day. */
const sheetsOf = (day: string, account: SimAccount, sim: SimContext): number =>
  sim.books
    .all()
    .filter(({ kind, account: own, data }) => kind === 'manifest' && own === account.id && data['day'] === day).length;

export function closeOut(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const asked = accept(manifestRequest, jsonBody(request));
  checkProfile(asked.profile);
  const numbers = asked.shipmentNumbers ?? [];
  if (numbers.length === 0) throw new SimRefusal(400, 'manifest', 'Name the shipments.', 'shipmentNumbers');
  const day = dayOf(sim.now());
  const fresh = numbers.filter((number) => {
    const paid = open(number, account, sim);
    return paid !== undefined && paid.data['return'] !== true;
  });
  const sheetNo = String(sheetsOf(day, account, sim) + 1);
  if (fresh.length > 0)
    sim.books.append({
      kind: 'manifest',
      id: `${account.id}/${day}/${sheetNo}`,
      account: account.id,
      data: { day, numbers: fresh },
    });
  const items = numbers.map((number): JsonObject => {
    if (!fresh.includes(number))
      return {
        shipmentNo: number,
        sstatus: statusJson(
          400,
          'Bad Request',
          closingOf(number, sim) ? 'The shipment has been manifested already.' : 'The shipment could not be found.',
        ),
      };
    sim.books.append({ kind: 'note', id: number, account: account.id, data: { what: CLOSED, day, sheetNo } });
    return { shipmentNo: number, sstatus: statusJson(200, 'OK') };
  });
  return jsonAnswer(207, {
    status: statusJson(207, 'Multi-Status', `${fresh.length} of ${numbers.length} closed.`),
    items,
  });
}

export function getManifest(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const today = dayOf(sim.now());
  const day = request.query.get('date') ?? today;
  const documents = oneOf(request.query, 'includeDocs', ['include', 'URL']);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day > today)
    throw new SimRefusal(400, 'date', 'The date must not lie in the future.', 'date');
  const closed = sim.books
    .all()
    .filter(
      ({ kind, account: own, data }) =>
        kind === 'note' && own === account.id && data['what'] === CLOSED && data['day'] === day,
    );
  if (closed.length === 0) throw new SimRefusal(404, 'manifest', 'There is no manifest of this day.');
  const paper = drawTestPaper(
    `Manifest ${day}`,
    closed.map(({ id }) => id),
  );
  return jsonAnswer(200, {
    status: statusJson(200, 'OK'),
    manifestDate: day,
    manifest: [
      documents === 'include'
        ? { b64: Buffer.from(paper).toString('base64'), fileFormat: 'PDF', printFormat: 'A4' }
        : { url: `${sim.address}/parcel/de/shipping/v2/manifests?date=${day}`, fileFormat: 'PDF', printFormat: 'A4' },
    ],
    items: closed.map(({ id, data }) => ({
      shipmentNo: id,
      sheetNo: textOf(data, 'sheetNo'),
      sstatus: statusJson(200, 'OK'),
    })),
  });
}
