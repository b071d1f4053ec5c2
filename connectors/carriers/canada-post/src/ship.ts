/**
 * Five steps: check what can be checked without a call; make the label of a return, which costs nothing until it is used;
 * create anything else, which costs; fetch the label (and the commercial invoice) behind the links of the answer; and, without
 * contract, the receipt with the price. A lost answer is found again by our
 * reference: `customer-request-id` under a contract, `customer-ref-2` in the list of recent shipments else.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { accountOf, type Account } from './account.ts';
import { exchange, fetchFile, parse } from './client.ts';
import { easternMinute } from './eastern-time.ts';
import { manifest } from './manifest.ts';
import { canadianPostalCode, deliverySpec } from './messages.ts';
import { receiptPrice } from './prices.ts';
import { makeReturn, returnMessage } from './returns.ts';
import { checkPurchase } from './rules.ts';
import { bought, keptLink } from './shipment-answer.ts';

const onlyParcel = (input: ShipInput): Parcel => {
  const [parcel] = input.shipment.parcels;
  if (!parcel) throw fail('invalid-input', 'There is no parcel to ship.', { field: 'parcels' });
  return parcel;
};

/** The purchase as the service takes it. Pure. @throws ConnectorError for what it does not take */
export function purchaseMessage(input: ShipInput, account: Account): { readonly root: string; readonly tree: XmlTree } {
  const { shipment } = input;
  checkPurchase(shipment, account, input.service, input.labelFormat);
  const contract = account.way === 'contract';
  const spec = deliverySpec(shipment, {
    parcel: onlyParcel(input),
    service: input.service,
    reference: input.reference,
    nonDelivery: account.nonDelivery,
    contract,
    rates: account.rates,
  });
  const shippingPoint = canadianPostalCode(shipment.from.zipcode, 'from.zipcode');
  if (!contract)
    return {
      root: 'non-contract-shipment',
      tree: { 'requested-shipping-point': shippingPoint, 'delivery-spec': spec },
    };
  return {
    root: 'shipment',
    tree: {
      'customer-request-id': input.reference,
      // A group of its own, so that a manifest closes exactly the shipments that are named (README.md, "Transmission").
      ...(account.grouped ? { 'group-id': input.reference } : { 'transmit-shipment': true }),
      'requested-shipping-point': shippingPoint,
      'expected-mailing-date': shipment.shipDate,
      'provide-pricing-info': true,
      'delivery-spec': {
        ...spec,
        'print-preferences': { 'output-format': '4x6', encoding: input.labelFormat === 'zpl' ? 'ZPL' : 'PDF' },
        'settlement-info': {
          'paid-by-customer': account.paidBy,
          'contract-id': account.contract,
          'intended-method-of-payment': account.payment,
        },
      },
    },
  };
}

function prepare(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const account = accountOf(env);
  if (input.shipment.return) returnMessage(input, account);
  else purchaseMessage(input, account);
  // From here on a lost answer is looked for.
  return Promise.resolve({ kind: 'done', keep: { since: input.perhapsSince ?? env.now().toISOString() } });
}

const kindOf = (account: Account): 'shipment' | 'ncshipment' =>
  account.way === 'contract' ? 'shipment' : 'ncshipment';

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  // The step before has made it.
  if (input.shipment.return) return { kind: 'done' };
  const account = accountOf(env);
  const { customer } = account;
  const response = await exchange(env, kindOf(account), {
    method: 'POST',
    path: account.way === 'contract' ? path`/rs/${customer}/${customer}/shipment` : path`/rs/${customer}/ncshipment`,
    name: 'create shipment',
    language: input.shipment.language,
    content: purchaseMessage(input, account),
  });
  return bought(parse(response), account.way, onlyParcel(input).number, env.mode, input.reference);
}

const MEDIA = { pdf: 'application/pdf', zpl: 'application/zpl' } as const;

/** A file of the vendor, undefined while it is still being made (202). */
async function fileBehind(
  env: CarrierEnv,
  what: string,
  link: string,
  format: 'pdf' | 'zpl',
): Promise<Uint8Array | undefined> {
  const response = await fetchFile(env, `fetch ${what}`, link, MEDIA[format]);
  if (response.status === 202) return undefined;
  const { bytes } = response;
  // The file is printed as it is, so an error page in its place must not be stored as a label.
  if (isLabel(bytes, format)) return bytes;
  throw fail('vendor-broken', `${manifest.name} sent something else in place of the ${what}.`, {
    traceId: response.traceId,
  });
}

const NOT_READY_MS = 1000;

async function fetchFiles(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const link = keptLink(kept, 'label');
  if (link === undefined) throw new RangeError('the label link of the purchase was not kept');
  const parcelNumber = onlyParcel(input).number;
  const { labelFormat } = input;
  const label = await fileBehind(env, 'label', link, labelFormat);
  if (label === undefined) return { kind: 'wait', retryAfterMs: NOT_READY_MS };
  const files: CarrierFile[] = [{ kind: 'bytes', document: 'label', format: labelFormat, bytes: label, parcelNumber }];
  const invoiceLink = keptLink(kept, 'commercialInvoice');
  if (invoiceLink !== undefined) {
    const invoice = await fileBehind(env, 'commercial invoice', invoiceLink, 'pdf');
    if (invoice === undefined) return { kind: 'wait', retryAfterMs: NOT_READY_MS };
    files.push({ kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: invoice, parcelNumber });
  }
  return { kind: 'done', result: { files } };
}

/** What the card was charged; a receipt that cannot be had does not take a paid label away. */
async function fetchReceipt(_input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const link = keptLink(kept, 'receipt');
  if (link === undefined || kept.way !== 'non-contract') return { kind: 'done' };
  try {
    const response = await exchange(env, 'ncshipment', { method: 'GET', path: link, name: 'receipt' });
    return { kind: 'done', result: { charged: receiptPrice(parse(response).object('non-contract-shipment-receipt')) } };
  } catch (error) {
    const unreadable = error instanceof ConnectorError && ['refused', 'vendor-broken'].includes(error.problem.kind);
    if (unreadable || error instanceof FieldProblem) return { kind: 'done' };
    throw error;
  }
}

/** Every shipment behind a list of links, or nothing. */
const linksOf = (document: ObjectReader, root: string): readonly string[] =>
  document.raw(root) === '' || !document.object(root).has('link')
    ? []
    : document.object(root).strictList('link', (l) => l.string('@href', /^https?:\/\/[\x21-\x7e]+$/));

async function shipmentAt(
  link: string,
  account: Account,
  input: ShipInput,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const response = await exchange(env, kindOf(account), { method: 'GET', path: link, name: 'read shipment' });
  const { keep, result } = bought(parse(response), account.way, onlyParcel(input).number, env.mode, input.reference);
  return { kind: 'found', step: 'create', keep, result };
}

async function askContract(input: ShipInput, account: Account, env: CarrierEnv): Promise<Recovery<ShipResult>> {
  const { customer } = account;
  const response = await exchange(env, 'shipment', {
    method: 'GET',
    path: path`/rs/${customer}/${customer}/shipment`,
    query: { requestId: input.reference },
    name: 'look up shipment',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  const [link] = linksOf(parse(response), 'shipments');
  return link === undefined ? { kind: 'absent' } : shipmentAt(link, account, input, env);
}

/** Clocks differ and the list counts in whole minutes. Milliseconds. */
const BEFORE_MS = 10 * 60_000;

async function askNonContract(
  input: ShipInput,
  since: Date,
  account: Account,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const response = await exchange(env, 'ncshipment', {
    method: 'GET',
    path: path`/rs/${account.customer}/ncshipment`,
    // Without an end the list goes up to now.
    query: { from: easternMinute(new Date(since.getTime() - BEFORE_MS)) },
    name: 'list shipments',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  for (const link of linksOf(parse(response), 'non-contract-shipments')) {
    const details = await exchange(env, 'ncshipment', {
      method: 'GET',
      path: `${link.replace(/\/$/, '')}/details`,
      name: 'shipment details',
    });
    if (referenceOf(parse(details)) === input.reference) return shipmentAt(link, account, input, env);
  }
  return { kind: 'absent' };
}

function referenceOf(document: ObjectReader): string | undefined {
  const spec = document.object('non-contract-shipment-details').object('delivery-spec');
  if (!spec.has('references')) return undefined;
  const references = spec.object('references');
  return references.has('customer-ref-2') ? references.string('customer-ref-2') : undefined;
}

function recover(input: ShipInput, _step: string, kept: JsonObject, env: CarrierEnv): Promise<Recovery<ShipResult>> {
  const account = accountOf(env);
  if (input.shipment.return) return Promise.resolve({ kind: 'found', step: 'create' });
  if (account.way === 'contract') return askContract(input, account, env);
  const since = typeof kept.since === 'string' ? new Date(kept.since) : undefined;
  if (since === undefined || Number.isNaN(since.getTime()))
    throw new RangeError('the time of the purchase was not kept');
  return askNonContract(input, since, account, env);
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'prepare', effect: 'none', run: prepare },
    { name: 'return', effect: 'reserve', run: makeReturn },
    { name: 'create', effect: 'create', run: create },
    { name: 'label', effect: 'read', run: fetchFiles },
    { name: 'receipt', effect: 'read', run: fetchReceipt },
  ],
  recovery: 'listing',
  recover,
  // Shipments are written asynchronously there; two minutes are far above what was ever reported.
  settleAfterMs: 120_000,
};
