/**
 * WooCommerce has no fulfilments, so a report of ours is one entry in the order's hidden custom fields: what was shipped, with
 * which numbers, and whether it still stands. It is how a repeat finds out what was done, and what is left to report.
 */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import { fail } from '@scanship/connector-kit/errors';
import { ask, askAll, askMaybe } from './client.ts';
import { API } from './manifest.ts';
import { countedOnce, readRefunds, STATUS, type Refunded } from './order-reader.ts';
import { ID, readUnits, refundedUnits } from './reading.ts';

/** A leading underscore keeps the field out of the order's screen. The rest is our reference of the report. */
const KEY = /^_shipping_report_([A-Za-z0-9:._/-]{1,160})$/;
export const keyOf = (reference: string): string => `_shipping_report_${reference}`;
/** As the caller makes them: a word, ids and numbers, separated ("<shipment>:<order>:all"). */
export const REFERENCE = /^[A-Za-z0-9:._/-]{1,160}$/;

export interface Report {
  readonly reference: string;
  /** False once it was taken back. */
  readonly live: boolean;
  readonly carrier: string;
  readonly numbers: readonly string[];
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
}

export const reportText = (report: Report): string =>
  JSON.stringify({ live: report.live, carrier: report.carrier, numbers: report.numbers, lines: report.lines });

export const reportOf = (input: FulfilInput): Report => ({
  reference: input.reference,
  live: true,
  carrier: input.carrier.name,
  numbers: input.parcels.map((p) => p.trackingNumber),
  lines: [...new Set(input.lines.map((l) => l.externalLineId))].map((id) => ({
    id,
    quantity: input.lines.filter((l) => l.externalLineId === id).reduce((sum, l) => sum + l.quantity, 0),
  })),
});

function parse(text: string, at: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FieldProblem(at, 'should be what was written there');
  }
}

const texts = (reader: ObjectReader, name: string): string[] => {
  const raw = reader.raw(name);
  if (!Array.isArray(raw) || raw.some((one) => typeof one !== 'string'))
    throw new FieldProblem(reader.at(name), 'should be a list of texts');
  return raw as string[];
};

/** Our reports among the order's custom fields. @throws FieldProblem when one of them cannot be read */
export function reportsIn(order: ObjectReader): Report[] {
  return order
    .strictList('meta_data', (meta): Report | undefined => {
      // Other plug-ins keep what they like here; only our own keys are read.
      const key = meta.raw('key');
      if (typeof key !== 'string') throw new FieldProblem(meta.at('key'), 'should be text');
      const reference = KEY.exec(key)?.[1];
      if (reference === undefined) {
        if (key.includes('_shipping_report')) throw new FieldProblem(meta.at('key'), 'should be in its usual form');
        return undefined;
      }
      const at = meta.at('value');
      const report = readObject(parse(meta.string('value'), at), at);
      return {
        reference,
        live: report.boolean('live'),
        carrier: report.has('carrier') ? report.string('carrier') : '',
        numbers: texts(report, 'numbers'),
        lines: report.strictList('lines', (line) => ({
          id: line.string('id', ID),
          quantity: line.integer('quantity', 0),
        })),
      };
    })
    .filter((report) => report !== undefined);
}

export interface OrderState {
  readonly number: string;
  readonly status: string;
  readonly reports: readonly Report[];
  /** Lines that are goods of their own, with the units that were ordered and not refunded. */
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
}

export function readState(order: ObjectReader, refunded: Refunded): OrderState {
  const standBeside = countedOnce(order);
  return {
    number: order.id('number'),
    status: order.string('status', STATUS),
    reports: reportsIn(order),
    lines: order
      .strictList('line_items', (line) => {
        const id = line.id('id', ID);
        const { units, measured } = readUnits(line);
        return { id, quantity: units - refundedUnits(refunded.get(id) ?? 0, measured) };
      })
      .filter(({ id }) => !standBeside.has(id)),
  };
}

/** The order as it is now. @throws ConnectorError `refused` when the shop does not know it */
export async function orderState(externalOrderId: string, env: StoreEnv): Promise<OrderState> {
  const unknown = fail('refused', 'The shop does not know this order any more.', { vendorCode: 'order-unknown' });
  if (!ID.test(externalOrderId)) throw unknown;
  const path = `${API}/orders/${externalOrderId}`;
  const json = await askMaybe(env, {
    name: 'what is left to ship',
    path,
    orElse: ['woocommerce_rest_shop_order_invalid_id'],
  });
  if (json === undefined) throw unknown;
  const order = readObject(json);
  const some = order.strictList('refunds', (refund) => refund).length > 0;
  const refunds = some ? await askAll(env, { name: 'refunds', path: `${path}/refunds` }) : [];
  return readState(order, readRefunds(refunds.map((refund, i) => readObject(refund, `refunds[${i}]`))));
}

/** Writes a report and, where one is given, a status, in one call that WooCommerce does whole or not at all. */
export async function writeReport(
  externalOrderId: string,
  report: Report,
  status: string | undefined,
  name: string,
  env: StoreEnv,
): Promise<OrderState> {
  const body: JsonObject = {
    ...(status === undefined ? {} : { status }),
    meta_data: [{ key: keyOf(report.reference), value: reportText(report) }],
  };
  const answer = await ask(env, { name, method: 'PUT', path: `${API}/orders/${externalOrderId}`, body });
  const state = readState(readObject(answer), new Map());
  const kept = state.reports.find((r) => r.reference === report.reference);
  if (kept === undefined || kept.live !== report.live)
    throw new FieldProblem('meta_data', 'does not hold what was written');
  return state;
}

/** Units of a line that nobody has reported or refunded yet. */
export function unitsLeft(state: OrderState, lineId: string): number {
  const wanted = state.lines.find((l) => l.id === lineId)?.quantity ?? 0;
  const reported = state.reports
    .filter((r) => r.live)
    .flatMap((r) => r.lines)
    .filter((l) => l.id === lineId)
    .reduce((sum, l) => sum + l.quantity, 0);
  return Math.max(0, wanted - reported);
}

/** Nothing of the order is left that no report stands for. */
export const isWhole = (state: OrderState): boolean => state.lines.every((line) => unitsLeft(state, line.id) === 0);

/** The live report of exactly these parcels: what we were about to write is there. */
export const ownReport = (state: OrderState, input: FulfilInput): Report | undefined =>
  state.reports.find(
    (r) =>
      r.live &&
      (r.reference === input.reference || input.parcels.length > 0) &&
      r.numbers.length === input.parcels.length &&
      input.parcels.every((p) => r.numbers.includes(p.trackingNumber)),
  );
