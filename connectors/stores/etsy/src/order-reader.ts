/** One receipt of Etsy in our terms; its transactions are the lines. */
import { plainText } from '@scanship/connector-kit/answers/plain-text';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, instantOf, readMoney, readSeconds } from './reading.ts';

const STATUSES = [
  'paid',
  'completed',
  'open',
  'payment processing',
  'canceled',
  'fully refunded',
  'partially refunded',
] as const;
export type ReceiptStatus = (typeof STATUSES)[number];

/** The contract writes them small, older answers begin with a capital. @throws FieldProblem for a status nobody knows */
export function readStatus(receipt: ObjectReader): ReceiptStatus {
  const given = receipt.string('status').toLowerCase();
  const found = STATUSES.find((status) => status === given);
  if (found === undefined) throw new FieldProblem(receipt.at('status'), `should be one of ${STATUSES.join(', ')}`);
  return found;
}

/** Size, colour and what the buyer wrote for the maker: "Size: M, Name: Léa". */
function choicesOf(transaction: ObjectReader): string {
  return transaction
    .strictList('variations', (v) =>
      // A question that the buyer left open has no value.
      v.has('formatted_value') || v.raw('formatted_value') === undefined
        ? plainText(`${v.string('formatted_name')}: ${v.string('formatted_value')}`)
        : '',
    )
    .filter((choice) => choice !== '')
    .join(', ');
}

function readLine(transaction: ObjectReader, shipped: boolean, cancelled: boolean): StoreOrderLine {
  const quantity = transaction.integer('quantity', 0);
  const title = plainText(transaction.string('title'));
  const choices = choicesOf(transaction);
  return {
    externalLineId: transaction.id('transaction_id', ID),
    externalProductId: transaction.maybe('product_id', (n) => transaction.id(n, ID)),
    sku: transaction.maybe('sku', (n) => transaction.string(n)),
    title: choices === '' ? title : `${title} (${choices})`,
    quantity,
    cancelled: cancelled && !shipped ? quantity : 0,
    shipped: shipped ? quantity : 0,
    unitPrice: readMoney(transaction, 'price'),
    needsShipping: !transaction.boolean('is_digital'),
  };
}

function holdOf(status: ReceiptStatus, paid: boolean, shipped: boolean): StoreOrder['hold'] {
  if (status === 'canceled' || shipped) return undefined;
  if (!paid) return { code: 'payment-pending', reason: 'The payment is not complete at Etsy.' };
  return status === 'fully refunded'
    ? { code: 'payment-pending', reason: 'The order was refunded in full.' }
    : undefined;
}

function readShipTo(receipt: ObjectReader): Address {
  const text = (name: string): string | undefined => receipt.maybe(name, (n) => plainText(receipt.string(n)));
  return {
    name: text('name') ?? '',
    address1: text('first_line') ?? '',
    address2: text('second_line'),
    city: text('city') ?? '',
    provinceCode: text('state') ?? '',
    zipcode: text('zip') ?? '',
    countryCode: receipt.maybe('country_iso', (n) => receipt.string(n, /^[A-Z]{2}$/)) ?? '',
    email: text('buyer_email'),
  };
}

/** The upgrade the buyer paid for, else the method, of the first thing that needs a parcel. */
function readService(transaction: ObjectReader | undefined): StoreOrder['requestedService'] {
  if (!transaction) return undefined;
  const method = transaction.maybe('shipping_method', (n) => transaction.string(n));
  const upgrade = transaction.maybe('shipping_upgrade', (n) => transaction.string(n));
  const name = upgrade ?? method;
  return name === undefined ? undefined : { code: method ?? '', name };
}

/** @throws FieldProblem when the receipt cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(receipt: ObjectReader): StoreOrder {
  const status = readStatus(receipt);
  const shipped = receipt.boolean('is_shipped');
  const paid = receipt.boolean('is_paid');
  const transactions = receipt.strictList('transactions', (transaction) => transaction);
  const lines = transactions.map((transaction) => readLine(transaction, shipped, status === 'canceled'));
  const updatedAt = instantOf(readSeconds(receipt, 'updated_timestamp'));
  const shipBy = transactions
    .flatMap((t) => t.maybe('expected_ship_date', (n) => readSeconds(t, n)) ?? [])
    .toSorted((a, b) => a - b)[0];
  const id = receipt.id('receipt_id', ID);
  return {
    externalId: id,
    number: id,
    placedAt: instantOf(readSeconds(receipt, 'created_timestamp')),
    updatedAt,
    // Etsy does not say when; the last change is no earlier.
    cancelledAt: status === 'canceled' ? updatedAt : undefined,
    hold: holdOf(status, paid, shipped),
    shipTo: readShipTo(receipt),
    buyerNote: receipt.maybe('message_from_buyer', (n) => plainText(receipt.string(n))),
    internalNote: giftNote(receipt),
    gift: receipt.boolean('is_gift'),
    tags: [],
    total: readMoney(receipt, 'grandtotal'),
    requestedService: readService(transactions[lines.findIndex((line) => line.needsShipping)]),
    shipBy: shipBy === undefined ? undefined : instantOf(shipBy),
    lines,
  };
}

/** The words that go with the present: staff have to write them on the slip. */
function giftNote(receipt: ObjectReader): string | undefined {
  const message = receipt.maybe('gift_message', (n) => plainText(receipt.string(n)));
  return message === undefined ? undefined : `Gift message: ${message}`;
}
