/**
 * Runs a whole operation of a carrier on recorded answers, given one after another whatever is asked, and says in lines what was
 * made of them. A refusal comes as the HTTP client raises it.
 */
import type { CancelInput, Carrier, CarrierFile, RateAnswer, ShipInput, ShipResult } from '../carrier/carrier.ts';
import type { TrackedParcel } from '../tracking/tracked-parcel.ts';
import type { JsonObject } from '@scanship/domain/values/json';
import { toDecimal, type Money } from '@scanship/domain/money/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { createTokenCache } from '../credentials/token-source.ts';
import type { CarrierEnv } from '../environment.ts';
import { ConnectorError } from '../errors.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { statusVerdict } from '../http/http-faults.ts';
import { makeResponse } from '../http/http-response.ts';

/** A body alone is an answer of status 200. Text that begins with `<` is XML, everything else JSON, where no type is given. */
export interface Recorded {
  readonly status?: number;
  readonly type?: string | undefined;
  /** Others that are read: "x-wp-totalpages". */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

/** One answer as a connector gets it, whatever its status. */
export function responseOf(vendor: string, { status = 200, type, headers, body }: Recorded): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return makeResponse(vendor, {
    status,
    headers: {
      'content-type': type ?? (text.trimStart().startsWith('<') ? 'text/xml' : 'application/json'),
      ...headers,
    },
    bytes: body instanceof Uint8Array ? body : new Uint8Array(Buffer.from(text)),
    traceId: 'recorded',
  });
}

/** Answers in their order. One call more than there are answers is an error of the case. */
export function httpOf(vendor: string, recorded: readonly Recorded[]): Http {
  let at = 0;
  return {
    send: async (request) => {
      const one = recorded[at];
      at += 1;
      if (!one) throw new RangeError(`"${request.name}" is one call more than there are answers`);
      const response = responseOf(vendor, one);
      const { status } = response;
      if ((status >= 200 && status < 300) || request.accept?.includes(status) === true) return response;
      throw statusVerdict(vendor, request, response, 0, (words) => words).error;
    },
  };
}

/** The same answer to every call, as it is. */
export const httpSaying = (vendor: string, recorded: Recorded): Http => ({
  send: () => Promise.resolve(responseOf(vendor, recorded)),
});

/** What the conformance suite has of a connector anyway. */
interface Samples {
  readonly account: { readonly credentials: Readonly<Record<string, string>> };
  readonly settings: JsonObject;
}

const amountOf = (money: Money): string => `${toDecimal(money)} ${money.currency}`;
const linesOf = (lines: readonly PriceLine[]): string =>
  lines.map(({ kind, code, amount }) => `${kind} ${code} ${toDecimal(amount)}`).join(' + ');

/** "service name | lines | total | retail, billable grams, days, day": one line an offer or a problem. */
export const ratesInWords = ({ offers, problems }: RateAnswer): readonly string[] => [
  ...offers.map((o) =>
    [
      `${o.service} ${o.serviceName}`,
      linesOf(o.lines),
      amountOf(o.total),
      [
        o.retail && `retail ${toDecimal(o.retail)}`,
        o.billableGrams !== undefined && `${o.billableGrams} g`,
        o.transitDays !== undefined && `${o.transitDays} d`,
        o.deliverBy,
      ]
        .filter(Boolean)
        .join(', '),
    ].join(' | '),
  ),
  ...problems.map((p) => [p.service, p.vendorCode, p.message].filter((part) => part !== undefined).join(': ')),
];

/** "when zone status code text @ place", then the day it is expected, then what could not be read. */
export const trackingInWords = (parcels: readonly TrackedParcel[]): readonly string[] =>
  parcels.flatMap(({ events, estimatedDelivery, problems }) => [
    ...events.map((e) =>
      [e.occurredAt, e.zone, e.status, e.code, e.text, e.place && `@ ${e.place}`].filter(Boolean).join(' '),
    ),
    ...(estimatedDelivery === undefined ? [] : [`expected ${estimatedDelivery}`]),
    ...problems,
  ]);

const fileInWords = (file: CarrierFile): string =>
  file.kind === 'bytes' ? `${file.document} ${file.format} ${file.parcelNumber ?? '-'}` : `drawn ${file.parcelNumber}`;

const purchaseInWords = ({ carrierShipmentId, parcels, files, charged, messages }: Partial<ShipResult>): string[] => [
  ...(carrierShipmentId === undefined ? [] : [`shipment ${carrierShipmentId}`]),
  ...(parcels ?? []).map((parcel) => `parcel ${parcel.number} ${parcel.trackingNumber}`),
  ...(files ?? []).map(fileInWords),
  ...(charged ? [`${linesOf(charged.lines)} | ${amountOf(charged.total)}`] : []),
  ...(messages ?? []),
];

/** What a refusal says, as one line. */
export const problemInWords = ({ problem }: ConnectorError): readonly string[] => [
  [problem.kind, problem.vendorCode, problem.field && `(${problem.field})`, problem.message].filter(Boolean).join(' '),
];

/** @throws what is no refusal */
async function inWords<T>(
  made: Promise<T> | undefined,
  words: (value: T) => readonly string[],
): Promise<readonly string[]> {
  try {
    return made === undefined ? ['not offered'] : words(await made);
  } catch (error) {
    if (error instanceof ConnectorError) return problemInWords(error);
    throw error;
  }
}

/**
 * @param signIn the answer to the sign-in, for carriers that ask for access first
 * @returns each operation as lines
 */
export function answered(carrier: Carrier, { account, settings }: Samples, signIn?: Recorded) {
  const env = (recorded: readonly Recorded[]): CarrierEnv => ({
    mode: 'simulator',
    credentials: account.credentials,
    settings,
    tokens: createTokenCache({ now: () => new Date('2026-01-01T00:00:00Z') }).of('recorded'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    pause: () => Promise.resolve(),
    http: httpOf(carrier.manifest.name, signIn ? [signIn, ...recorded] : recorded),
  });
  return {
    rate: (shipment: ShipmentRequest, ...recorded: readonly Recorded[]) =>
      inWords(carrier.rate?.({ shipment }, env(recorded)), ratesInWords),
    track: (trackingNumber: string, ...recorded: readonly Recorded[]) =>
      inWords(carrier.track?.({ trackingNumbers: [trackingNumber] }, env(recorded)), trackingInWords),
    /** @param step its first when absent @param kept what earlier steps kept */
    ship: (input: ShipInput, recorded: readonly Recorded[], step?: string, kept: JsonObject = {}) => {
      const steps = carrier.ship?.steps ?? [];
      const run = step === undefined ? steps[0] : steps.find(({ name }) => name === step);
      return inWords(run?.run(input, kept, env(recorded)), (outcome) =>
        outcome.kind === 'done' ? purchaseInWords(outcome.result ?? {}) : [`wait ${outcome.retryAfterMs}`],
      );
    },
    cancel: (input: CancelInput, recorded: readonly Recorded[], step?: string, kept: JsonObject = {}) => {
      const steps = carrier.cancel?.steps ?? [];
      const run = step === undefined ? steps[0] : steps.find(({ name }) => name === step);
      return inWords(run?.run(input, kept, env(recorded)), (outcome) =>
        outcome.kind === 'done' ? [`refund ${outcome.result?.refund ?? '-'}`] : [`wait ${outcome.retryAfterMs}`],
      );
    },
  };
}

/** Number, days, total and service; where to; holds and notes; each line with what of it is still to be shipped. */
export function orderInWords(order: StoreOrder): readonly string[] {
  const { shipTo: to, hold, requestedService: service } = order;
  const place = [to.companyName, to.address1, to.address2, to.city, to.provinceCode, to.zipcode, to.countryCode];
  const said = [
    order.cancelledAt !== undefined && `cancelled ${order.cancelledAt}`,
    hold && `held ${hold.code}: ${hold.reason}`,
    order.shipBy && `by ${order.shipBy}`,
    order.buyerNote && `buyer: ${order.buyerNote}`,
    order.internalNote && `internal: ${order.internalNote}`,
    order.gift && 'gift',
  ].filter(Boolean);
  return [
    `${order.number} | ${order.placedAt} | ${order.updatedAt} | ${amountOf(order.total)} | ${service ? `${service.code} ${service.name}` : '-'}`,
    [to.name, ...place.filter((part) => part !== undefined && part !== ''), to.phone].join(' / '),
    ...(said.length > 0 ? [said.join(', ')] : []),
    ...order.lines.map((line) =>
      [
        line.title,
        line.sku ?? '-',
        `${line.quantity} x ${toDecimal(line.unitPrice)}`,
        [
          line.shipped > 0 && `${line.shipped} shipped`,
          line.cancelled > 0 && `${line.cancelled} cancelled`,
          line.unitGrams !== undefined && `${line.unitGrams} g`,
          !line.needsShipping && 'no parcel',
        ]
          .filter(Boolean)
          .join(', '),
      ].join(' | '),
    ),
  ];
}
