/**
 * A carrier's driver called to a ship-from place (page `/carrier-manager/pickups`). Day and times are those of the place.
 * Booking may cost money, so each act is journalled like a purchase; `labels.buy`, `labels.void` and `labels.settle` are its
 * rights, because whoever may buy a label for an account may also have its driver come, and no more.
 */
import { PICKUP_PLACES } from '@scanship/domain/shipping/carrier-operations';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, money, optionalText, priceLine } from '../common.ts';

/** Local time of the place, 24 hours. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Most tracking numbers that are told to a carrier. */
export const MOST_PICKED_UP = 1_000;

export const pickupLoad = z.object({
  parcels: z.int().check(z.minimum(1), z.maximum(9_999)),
  totalGrams: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  heaviestGrams: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))),
  /** Codes, each once. */
  services: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(100)),
  /** Countries the parcels go to, each once. */
  destinations: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(300)),
  trackingNumbers: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(MOST_PICKED_UP)),
});
export type PickupLoadDto = z.infer<typeof pickupLoad>;

/**
 * `booking`: the carrier is being asked. `booked`: it has a confirmation number. `failed`: nothing was booked. `unknown`:
 * nobody knows yet whether the carrier has it.
 */
export const PICKUP_STATES = ['booking', 'booked', 'cancelled', 'failed', 'unknown'] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

export const pickup = z.object({
  id,
  state: z.enum(PICKUP_STATES),
  day,
  readyTime: clockTime,
  closeTime: clockTime,
  /** Of the place. */
  timeZone: z.string(),
  locationId: z.nullable(id),
  /** Of the place; of a return that is picked up at its buyer's, its number. */
  locationName: z.string(),
  /** The shipment of such a return; null: the driver comes to a ship-from place. */
  shipmentId: z.nullable(id),
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  accountName: z.string(),
  /** No driver comes. */
  test: z.boolean(),
  /** The carrier's number; a person quotes it on the telephone. */
  confirmation: z.nullable(z.string()),
  place: z.enum(PICKUP_PLACES),
  instructions: z.nullable(z.string()),
  load: pickupLoad,
  /** What the carrier charges the customer's own account; null: nothing, or not said. */
  price: z.nullable(z.object({ total: money, lines: z.array(priceLine) })),
  /** What the carrier adds, a sentence each. */
  messages: z.array(z.string()),
  /** An act that is under way. */
  doing: z.nullable(
    z.object({
      what: z.enum(['book', 'change', 'cancel']),
      /** Cut off: the carrier is asked, or a person says what it has. */
      unknown: z.boolean(),
      /** A person may say now what the carrier has. */
      canDecide: z.boolean(),
      /** The carrier can be asked. */
      canAsk: z.boolean(),
      /** Ours, for looking it up at the carrier. */
      reference: z.string(),
    }),
  ),
  /** Why the last act came to nothing, or is open; one or two sentences. */
  problem: z.nullable(z.string()),
  /** What to do next, one sentence; null where nothing is to be done. */
  nextStep: z.nullable(z.string()),
  canChange: z.boolean(),
  canCancel: z.boolean(),
  /** Why it cannot be changed or cancelled here, one sentence. */
  fixed: z.nullable(z.string()),
  bookedBy: z.nullable(id),
  createdAt: z.string(),
});
export type Pickup = z.infer<typeof pickup>;

const carrierPage = { auth: 'access', permission: 'SHIPPING_CARRIER_MANAGER' } as const;

/** Newest day first; default: from today on, and those of the last 14 days that are open or went wrong. */
export const listPickups = defineCall({
  id: 'listPickups',
  method: 'GET',
  path: '/pickups',
  summary: 'Pickups of a span of days, or of today and ahead with what is open',
  ...carrierPage,
  query: z.object({
    from: z.optional(day),
    to: z.optional(day),
    state: z.optional(z.enum(PICKUP_STATES)),
  }),
  data: z.object({ pickups: z.array(pickup), capped: z.boolean() }),
});

export const pickupPlaceOption = z.object({
  locationId: id,
  name: z.string(),
  /** One line for people. */
  address: z.string(),
  timeZone: z.string(),
  /** Today at the place. */
  today: day,
  /** The next days on which the place works, today among them where it still does; at most 60. */
  days: z.array(day),
});
export const pickupAccountOption = z.object({
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  accountName: z.string(),
  test: z.boolean(),
  services: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Null where it is not offered; `why` says so in a sentence. */
  pickup: z.nullable(
    z.object({
      daysAhead: z.int(),
      canChange: z.boolean(),
      canCancel: z.boolean(),
      charged: z.boolean(),
      /** The carrier can be asked before anything is booked. */
      canAsk: z.boolean(),
    }),
  ),
  why: z.nullable(z.string()),
});

export const pickupOptions = defineCall({
  id: 'pickupOptions',
  method: 'GET',
  path: '/pickups/options',
  summary: 'Places and carrier accounts a pickup can be booked for, and what waits there',
  ...carrierPage,
  data: z.object({
    places: z.array(pickupPlaceOption),
    accounts: z.array(pickupAccountOption),
    waiting: z.array(z.object({ locationId: id, grantId: id, load: pickupLoad })),
  }),
});
export type PickupOptions = (typeof pickupOptions)['data']['_zod']['output'];

const wish = {
  locationId: id,
  grantId: id,
  day,
  readyTime: clockTime,
  closeTime: clockTime,
  place: z.enum(PICKUP_PLACES),
  instructions: optionalText(100),
  /** Absent: what waits at the place for this account. A part takes the place of that part only. */
  load: z.optional(z.nullable(z.partial(pickupLoad))),
};

/** Problems: `not_found`, `validation` with the fields, `carrier_refused`, `carrier_unavailable`. */
export const pickupAvailability = defineCall({
  id: 'pickupAvailability',
  method: 'POST',
  path: '/pickups/availability',
  summary: 'Ask the carrier whether it comes, until when it can be booked, and what it costs; books nothing',
  ...carrierPage,
  readOnly: true,
  body: z.object(wish),
  data: z.object({
    available: z.boolean(),
    messages: z.array(z.string()),
    bookBy: z.nullable(clockTime),
    readyBy: z.nullable(clockTime),
    dates: z.nullable(z.array(day)),
    price: z.nullable(z.object({ total: money, lines: z.array(priceLine) })),
    load: pickupLoad,
  }),
});

/**
 * The answer may still be open (`booking`, `unknown`). Problems: as above; a refusal by the carrier leaves a `failed` pickup
 * and is answered in its words.
 */
export const bookPickup = defineCall({
  id: 'bookPickup',
  method: 'POST',
  path: '/pickups',
  summary: 'Have the carrier’s driver come to a place',
  ...carrierPage,
  right: 'labels.buy',
  audited: true,
  body: z.object(wish),
  data: pickup,
  idempotent: true,
});

export const getPickup = defineCall({
  id: 'getPickup',
  method: 'GET',
  path: '/pickups/{id}',
  summary: 'One pickup',
  noScreen: 'programs that follow one pickup; screens read the list',
  ...carrierPage,
  params: idParams,
  data: pickup,
});

/** Problems: `not_found`, `validation`, `forbidden` with the reason (cancelled, under way, the carrier cannot change it). */
export const changePickup = defineCall({
  id: 'changePickup',
  method: 'POST',
  path: '/pickups/{id}/change',
  summary: 'Another day, window, place at the door or load for a booked pickup',
  ...carrierPage,
  right: 'labels.buy',
  audited: true,
  params: idParams,
  body: z.object({
    day: wish.day,
    readyTime: wish.readyTime,
    closeTime: wish.closeTime,
    place: wish.place,
    instructions: wish.instructions,
    load: wish.load,
  }),
  data: pickup,
  idempotent: true,
});

/** Problems: `not_found`, `forbidden` with the reason. Cancelled is said only when the carrier said so. */
export const cancelPickup = defineCall({
  id: 'cancelPickup',
  method: 'POST',
  path: '/pickups/{id}/cancel',
  summary: 'Tell the carrier that its driver need not come',
  ...carrierPage,
  right: 'labels.void',
  audited: true,
  params: idParams,
  body: z.object({}),
  data: pickup,
  idempotent: true,
});

/** What a person found out about an act that was cut off. */
const decision = z.enum(['exists', 'absent', 'ask-again']);

/** Problems: `not_found`, `validation` (`exists` needs the number for a booking), `forbidden` with the reason. */
export const decidePickup = defineCall({
  id: 'decidePickup',
  method: 'POST',
  path: '/pickups/{id}/decide',
  summary: 'Say whether the carrier has done what was cut off, or ask it again',
  ...carrierPage,
  right: 'labels.settle',
  audited: true,
  params: idParams,
  body: z.object({ decision, confirmation: optionalText(60), note: optionalText(500) }),
  data: pickup,
});
