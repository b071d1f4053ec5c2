/** Rates: all at once, or streamed carrier by carrier (product-spec section 7; ux.md line 18). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { address, customs, day, id, minor, money, parcel, priceLine, shipmentOptions } from '../common.ts';

/** Units of one line of the order. */
export const lineUnits = z.object({ line: z.int(), quantity: z.int().check(z.minimum(1), z.maximum(100_000)) });

/**
 * A parcel and what is in it. As soon as one parcel names items, the shipment is made of exactly the named units, and what is
 * not named stays to be shipped later; a parcel may then be empty (a part of a unit that is named elsewhere) unless it
 * crosses a border. Where no parcel names any, everything that is left to ship goes, in whichever parcel.
 */
export const quotedParcel = z.extend(parcel, {
  /** Box of the package manager it is packed in. */
  packageId: z.optional(z.nullable(id)),
  items: z.optional(z.array(lineUnits).check(z.maxLength(500))),
});
export type QuotedParcel = z.infer<typeof quotedParcel>;

export const quoteRequest = z.object({
  orderId: id,
  /**
   * Other orders that go in the same shipment: unfulfilled, to the same recipient and place (`combinableWith` of the order
   * detail); else `order_not_shippable` says which does not fit. Each goes with everything of it that no other label holds;
   * `items` of the parcels are then left out. The label serves them all: buying allocates and fulfils each, tells each
   * one's store, and cancelling restores each. The choice belongs to the quote, so `createShipment` does not repeat it.
   */
  withOrderIds: z.optional(z.nullable(z.array(id).check(z.maxLength(20)))),
  /**
   * A shipment of the order that comes back: rates for a label from its recipient to the ship-from place (or the place's own
   * return address). `items` of the parcels say which units; absent: all of the shipment.
   */
  returnOf: z.optional(z.nullable(id)),
  /** Absent: the order's own ship-from location. */
  locationId: z.optional(z.nullable(id)),
  parcels: z.array(quotedParcel).check(z.minLength(1), z.maxLength(50)),
  shipDate: z.optional(z.nullable(day)),
  options: z.optional(shipmentOptions),
  /** Absent on a cross-border order: the proposal of the order detail is used. */
  customs: z.optional(z.nullable(customs)),
  /**
   * Where the proposal has gaps and no `customs` are given: prices all the same. Each then names the gaps among `missing`, and
   * buying is refused with `customs_incomplete`. Absent: the quote itself is refused.
   */
  estimate: z.optional(z.boolean()),
  /** Ask only these carriers (retry of one that failed). */
  grantIds: z.optional(z.array(id).check(z.maxLength(1000))),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** Whose service an aggregator's account sells. */
export const carriedBy = z.object({
  /** Code of the carrier as an account of its own would have it. */
  carrier: z.string(),
  carrierName: z.string(),
  /** Its service code of an account of its own; null where it is not recognised, so that it is the same as no other. */
  service: z.nullable(z.string()),
  serviceName: z.string(),
});
export type CarriedByDto = z.infer<typeof carriedBy>;

export const rate = z.object({
  id,
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  service: z.string(),
  /** With the carrier before it where an aggregator sells it ("UPS Ground"). */
  serviceName: z.string(),
  /** Null where the account's carrier carries it itself; absent in older answers only. */
  carriedBy: z.optional(z.nullable(carriedBy)),
  price: money,
  priceLines: z.array(priceLine),
  /** The price in the customer's own currency, by which offers are ranked; null where no exchange rate is known. */
  compare: z.nullable(
    z.object({
      minor,
      currency: z.string(),
      /** Null where the price already stands in that currency. Decimal text, day (YYYY-MM-DD) and who published it. */
      fx: z.nullable(z.object({ rate: z.string(), day: z.string(), source: z.string() })),
    }),
  ),
  retail: z.nullable(money),
  billableGrams: z.nullable(z.int()),
  transitDays: z.nullable(z.int()),
  deliverBy: z.nullable(z.string()),
  expiresAt: z.string(),
  /** Not a live account: the label will carry TEST. */
  test: z.boolean(),
  /** Delivery on a Saturday is part of the price, and buying it asks for it; absent: nothing is said of it. */
  saturdayDelivery: z.optional(z.literal(true)),
  /** The parcel can be followed; null where nobody says. */
  tracked: z.optional(z.nullable(z.boolean())),
  /** The price holds the insurance that was asked for; null where none was asked for. */
  insured: z.optional(z.nullable(z.boolean())),
  /** A signature can be asked for; the price holds it where it was. */
  signature: z.optional(z.boolean()),
  /**
   * What has to be known before this can be bought, and the order lacks, one sentence each; absent: nothing. Where
   * `estimate` was asked for, gaps of the declaration come first ("customs.hsCode").
   */
  missing: z.optional(z.array(z.object({ field: z.nullable(z.string()), message: z.string() }))),
  /** What the level of whoever acts for the seller earns by it before taxes. Absent for sellers, and for staff who may not see cost. */
  margin: z.optional(money),
  /** What to know before it is bought, one sentence each; absent: nothing. */
  remarks: z.optional(z.array(z.string())),
});
export type RateDto = z.infer<typeof rate>;

/** Why something could not be offered, in one plain sentence. */
export const rateProblem = z.object({
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  service: z.nullable(z.string()),
  message: z.string(),
  canRetry: z.boolean(),
});
export type RateProblemDto = z.infer<typeof rateProblem>;

export const quotedCarrier = z.object({
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  test: z.boolean(),
  /** Can be asked for duties and taxes (`landedCost`); absent in older answers only. */
  landedCost: z.optional(z.boolean()),
});

export const quoteSingle = defineCall({
  id: 'quoteSingle',
  method: 'POST',
  path: '/quotes/single',
  summary: 'Rates of every carrier for one shipment; answers when all have answered or passed their deadline',
  noScreen: 'programs that want all rates in one answer; screens read the stream',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: quoteRequest,
  data: z.object({
    quoteId: id,
    /** Day of hand-over that the prices are for: the asked one, or the first possible. */
    shipDate: day,
    carriers: z.array(quotedCarrier),
    rates: z.array(rate),
    problems: z.array(rateProblem),
  }),
});

export const quoteEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), quoteId: id, shipDate: day, carriers: z.array(quotedCarrier) }),
  z.object({
    type: z.literal('carrier'),
    grantId: id,
    rates: z.array(rate),
    problems: z.array(rateProblem),
    ms: z.int(),
  }),
  z.object({ type: z.literal('done'), quoteId: id }),
  z.object({ type: z.literal('error'), message: z.string(), code: z.string(), reference: z.string() }),
]);
export type QuoteEvent = z.infer<typeof quoteEvent>;

export const quoteStream = defineCall({
  id: 'quoteStream',
  method: 'POST',
  path: '/quotes/stream',
  summary: 'The same, as JSON lines: started, one line per carrier as it answers, done',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: quoteRequest,
  data: quoteEvent,
  produces: 'application/x-ndjson',
});

/** A line or a sum of what a destination takes, as the carrier estimates it. Never the price of the transport. */
export const dutyLine = z.object({ kind: z.enum(['duty', 'tax', 'surcharge']), label: z.string(), amount: money });

export const landedCost = defineCall({
  id: 'landedCost',
  method: 'POST',
  path: '/quotes/landed-cost',
  summary: 'Duties, taxes and clearance fees of a quoted rate, as its carrier estimates them',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({ quoteId: id, rateId: id }),
  data: z.object({
    carrierName: z.string(),
    lines: z.array(dutyLine),
    total: money,
    items: z.array(z.object({ description: z.string(), hsCode: z.nullable(z.string()), lines: z.array(dutyLine) })),
    problems: z.array(z.string()),
  }),
});

export const carrierAddressAnswer = z.object({
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  /** `failed`: the carrier could not be asked; `messages` says why. */
  verdict: z.enum(['confirmed', 'corrected', 'ambiguous', 'unknown', 'failed']),
  level: z.enum(['street', 'city']),
  suggestions: z.array(address),
  residential: z.nullable(z.boolean()),
  messages: z.array(z.string()),
});
export type CarrierAddressAnswer = z.infer<typeof carrierAddressAnswer>;

export const checkAddressWithCarriers = defineCall({
  id: 'checkAddressWithCarriers',
  method: 'POST',
  path: '/address/check-with-carriers',
  summary:
    'What the address services of the connected carriers say about an address; one account of each carrier is asked',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({ address }),
  data: z.object({ answers: z.array(carrierAddressAnswer) }),
});
