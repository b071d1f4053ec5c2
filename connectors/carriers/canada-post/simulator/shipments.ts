/** Shipments after they were bought: reading, listing, files, refunds and deletion. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { element } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf, day, text } from './messages.ts';

/** Parts of the price as they were booked. */
const partsOf = (entry: BookEntry): JsonObject => entry.data.price as JsonObject;

/** Base, options, adjustments, taxes: the same in a contract price and in a receipt. */
function priceElements(parts: JsonObject): string[] {
  const options = Array.isArray(parts.options) ? parts.options.map(text) : [];
  return [
    element('base-amount', text(parts.base)),
    element('priced-options', [
      element('priced-option', [element('option-code', 'DC'), element('option-price', '0.00')]),
      ...options.map((price) =>
        element('priced-option', [element('option-code', 'SO'), element('option-price', price)]),
      ),
    ]),
    element('adjustments', [
      element('adjustment', [element('adjustment-code', 'FUELSC'), element('adjustment-amount', text(parts.fuel))]),
    ]),
    element('pre-tax-amount', text(parts.net)),
    element('gst-amount', text(parts.gst)),
    element('pst-amount', '0.00'),
    element('hst-amount', text(parts.hst)),
  ];
}

const standardOf = (parts: JsonObject, transit: 'expected-transmit-time' | 'expected-transit-time'): string =>
  element('service-standard', [
    element('am-delivery', 'false'),
    element('guaranteed-delivery', 'true'),
    element(transit, Number(parts.days)),
    element('expected-delivery-date', text(parts.by)),
  ]);

/** At once, or with a manifest later. */
const isTransmitted = (entry: BookEntry, sim: SimContext): boolean =>
  entry.data.transmitted === true ||
  sim.books.byId(entry.id).some((e) => e.kind === 'note' && e.data.manifest !== undefined);

/** Contract shipments that wait in a group, deleted ones left out. */
export const waiting = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id && typeof e.data.group === 'string')
    .filter((e) => !isTransmitted(e, sim) && !isVoided(e, sim));

const isVoided = (entry: BookEntry, sim: SimContext): boolean =>
  sim.books.byId(entry.id).some((e) => e.kind === 'voided');
const addressOf = (entry: BookEntry, account: SimAccount, sim: SimContext): string => {
  const customer = account.credentials.customer ?? '';
  return entry.data.contract === true
    ? `${sim.address}/rs/${customer}/${customer}/shipment/${entry.id}`
    : `${sim.address}/rs/${customer}/ncshipment/${entry.id}`;
};

export function info(entry: BookEntry, account: SimAccount, sim: SimContext): SimAnswer {
  const contract = entry.data.contract === true;
  const kind = contract ? 'shipment' : 'ncshipment';
  const self = addressOf(entry, account, sim);
  const artifact = `${sim.address}/rs/artifact/${account.id}/${entry.id}`;
  const link = (rel: string, href: string, type: string, more: Readonly<Record<string, string>> = {}): string =>
    element('link', '', { rel, href, 'media-type': type, ...more });
  const links = element('links', [
    link('self', self, TYPES[kind]),
    link('details', `${self}/details`, TYPES[kind]),
    ...(isTransmitted(entry, sim) ? [link('refund', `${self}/refund`, TYPES[kind])] : []),
    ...(contract ? [] : [link('receipt', `${self}/receipt`, TYPES[kind])]),
    link('label', `${artifact}/0`, entry.data.format === 'ZPL' ? 'application/zpl' : 'application/pdf', { index: '0' }),
    ...(entry.data.invoice === true ? [link('commercialInvoice', `${artifact}/1`, 'application/pdf')] : []),
  ]);
  if (!contract)
    return answerOf(200, kind, 'non-contract-shipment-info', [
      element('shipment-id', entry.id),
      element('tracking-pin', text(entry.data.pin)),
      links,
    ]);
  const parts = partsOf(entry);
  return answerOf(200, kind, 'shipment-info', [
    ...(text(entry.data.requestId) === '' ? [] : [element('customer-request-id', text(entry.data.requestId))]),
    element('shipment-id', entry.id),
    element('shipment-status', isTransmitted(entry, sim) ? 'transmitted' : 'created'),
    element('tracking-pin', text(entry.data.pin)),
    element('shipment-price', [
      element('service-code', text(entry.data.serviceCode)),
      ...priceElements(parts),
      element('due-amount', text(parts.due)),
      standardOf(parts, 'expected-transmit-time'),
      element('rated-weight', text(parts.weight)),
    ]),
    links,
  ]);
}

function entryOf(request: SimRequest, sim: SimContext, contract: boolean): { entry: BookEntry; account: SimAccount } {
  const account = accountOf(request, sim);
  const entry = sim.books
    .byId(request.params.id ?? '')
    .find((e) => e.kind === 'paid' && e.account === account.id && e.data.contract === contract);
  // A deleted shipment is gone; one with a refund under way stays.
  const deleted = entry !== undefined && !isTransmitted(entry, sim) && isVoided(entry, sim);
  if (!entry || deleted) throw new SimRefusal(404, '404', 'The resource path is incorrect or no longer available.');
  return { entry, account };
}

export const read = (contract: boolean): SimRoute['handle'] => {
  return (request, sim) => {
    const { entry, account } = entryOf(request, sim, contract);
    checkAccept(request, TYPES[contract ? 'shipment' : 'ncshipment']);
    return info(entry, account, sim);
  };
};

/** The part of the details that is asked for: references and the state of a refund. */
export const details = (contract: boolean): SimRoute['handle'] => {
  return (request, sim) => {
    const { entry } = entryOf(request, sim, contract);
    const kind = contract ? 'shipment' : 'ncshipment';
    checkAccept(request, TYPES[kind]);
    const [first = '', second = ''] = Array.isArray(entry.data.references) ? entry.data.references.map(text) : [];
    const model = entry.data.label as JsonObject & LabelModel;
    const ticket = sim.books.byId(entry.id).find((e) => e.kind === 'voided');
    const refund = ticket
      ? [
          element('refund-request-info', [
            element('service-ticket-date', ticket.at.slice(0, 10)),
            element('service-ticket-id', text(ticket.data.ticket)),
          ]),
        ]
      : [];
    const spec = element('delivery-spec', [
      element('service-code', text(entry.data.serviceCode)),
      element('references', [element('customer-ref-1', first), element('customer-ref-2', second)]),
    ]);
    const head = [element('final-shipping-point', model.from.zipcode), element('tracking-pin', text(entry.data.pin))];
    return contract
      ? answerOf(200, kind, 'shipment-details', [
          element('customer-request-id', text(entry.data.requestId)),
          element('shipment-status', isTransmitted(entry, sim) ? 'transmitted' : 'created'),
          ...head,
          element('shipment-detail', [spec, ...refund]),
        ])
      : answerOf(200, kind, 'non-contract-shipment-details', [...head, spec, ...refund]);
  };
};

export function receipt(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim, false);
  checkAccept(request, TYPES.ncshipment);
  const parts = partsOf(entry);
  const model = entry.data.label as JsonObject & LabelModel;
  return answerOf(200, 'ncshipment', 'non-contract-shipment-receipt', [
    element('final-shipping-point', model.from.zipcode),
    element('shipping-point-name', 'TEST POST OFFICE'),
    element('shipping-point-id', '0000'),
    element('mailed-by-customer', account.credentials.customer ?? ''),
    element('service-code', text(entry.data.serviceCode)),
    element('rated-weight', text(parts.weight)),
    ...priceElements(parts),
    element('cc-receipt-details', [
      element('merchant-name', 'Canada Post Corporation (TEST)'),
      element('merchant-url', 'canadapost.ca'),
      element('auth-code', '000000'),
      element('auth-timestamp', entry.at),
      element('card-type', 'VIS'),
      element('charge-amount', text(parts.due)),
      element('currency', 'CAD'),
      element('transaction-type', 'Sale'),
    ]),
    standardOf(parts, 'expected-transit-time'),
  ]);
}

/** Shipments of the account behind links, newest last. */
function listing(contract: boolean, entries: readonly BookEntry[], account: SimAccount, sim: SimContext): SimAnswer {
  const kind = contract ? 'shipment' : 'ncshipment';
  return answerOf(
    200,
    kind,
    contract ? 'shipments' : 'non-contract-shipments',
    entries.map((entry) =>
      element('link', '', { rel: 'shipment', href: addressOf(entry, account, sim), 'media-type': TYPES[kind] }),
    ),
  );
}

export function findByRequest(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.shipment);
  const id = request.query.get('requestId');
  if (id === null || id === '') throw new SimRefusal(400, '9105', 'A required query parameter was not provided.');
  const mine = sim.books
    .byReference(id)
    .filter((e) => e.kind === 'paid' && e.account === account.id && e.data.contract === true);
  return listing(true, mine, account, sim);
}

/** YYYYMMDDHHMM in Eastern time as minutes that can be compared. */
const easternMinute = (time: Date): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Toronto',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(time);
  return ['year', 'month', 'day', 'hour', 'minute'].map((n) => parts.find((p) => p.type === n)?.value ?? '').join('');
};

export function listRecent(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.ncshipment);
  const from = request.query.get('from') ?? '';
  const to = request.query.get('to') ?? easternMinute(sim.now());
  if (![from, to].every((minute) => /^\d{12}$/.test(minute)))
    throw new SimRefusal(400, '9105', 'A required query parameter was not provided.');
  const mine = sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id && e.data.contract === false)
    .filter((e) => {
      const minute = easternMinute(new Date(e.at));
      return minute >= from && minute <= to;
    });
  return listing(false, mine, account, sim);
}

export async function artifact(request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  const account = accountOf(request, sim);
  const mine = sim.books
    .byId(request.params.id ?? '')
    .filter((e) => e.account === account.id && account.id === request.params.owner);
  const paper = mine.find((e) => e.kind === 'manifest');
  if (paper) {
    checkAccept(request, 'application/pdf');
    const body = await sim.drawLabel(paper.data.label as JsonObject & LabelModel, 'pdf');
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
  }
  const entry = mine.find((e) => e.kind === 'paid');
  const isInvoice = request.params.index === '1';
  if (!entry || (isInvoice && entry.data.invoice !== true))
    throw new SimRefusal(404, '404', 'The resource path is incorrect or no longer available.');
  const zpl = !isInvoice && entry.data.format === 'ZPL';
  const media = zpl ? 'application/zpl' : 'application/pdf';
  checkAccept(request, media);
  const label = entry.data.label as JsonObject & LabelModel;
  const model = isInvoice ? { ...label, carrierName: 'COMMERCIAL INVOICE', serviceName: 'Simulator' } : label;
  return { status: 200, headers: { 'content-type': media }, body: await sim.drawLabel(model, zpl ? 'zpl' : 'pdf') };
}

const ticketOf = (): string => `GT${String(randomInt(10 ** 8)).padStart(8, '0')}RT`;

export const refund = (contract: boolean): SimRoute['handle'] => {
  return (request, sim) => {
    const { entry, account } = entryOf(request, sim, contract);
    const kind = contract ? 'shipment' : 'ncshipment';
    checkAccept(request, TYPES[kind]);
    accept(request, contract ? 'shipment-refund-request' : 'non-contract-shipment-refund-request');
    if (!isTransmitted(entry, sim))
      throw new SimRefusal(400, '8064', 'The shipment is not transmitted; void it instead.');
    if (isVoided(entry, sim))
      throw new SimRefusal(
        409,
        '7292',
        'A refund has already been requested for this shipment. Note that refund requests may take a few days to be processed.',
      );
    const ticket = ticketOf();
    sim.books.append({
      kind: 'voided',
      id: entry.id,
      account: account.id,
      reference: entry.reference,
      data: { ticket },
    });
    return answerOf(
      200,
      kind,
      contract ? 'shipment-refund-request-info' : 'non-contract-shipment-refund-request-info',
      [element('service-ticket-date', day(sim)), element('service-ticket-id', ticket)],
    );
  };
};

export function voidShipment(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim, true);
  checkAccept(request, TYPES.shipment);
  if (isTransmitted(entry, sim))
    throw new SimRefusal(
      400,
      '8064',
      'A Shipment can only be void if it is in a PROCESSED or PRINTED state. If it has been transmitted, a Refund request should be submitted.',
    );
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return { status: 204 };
}
