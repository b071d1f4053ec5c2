/** Pickups of the simulator: days it drives, bookings in the books. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { output } from './answers.ts';
import { refuse, type PickupRequest } from './contract.ts';

const today = (sim: SimContext): string => sim.now().toISOString().slice(0, 10);
const isWorkingDay = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time);
};

const DAY_MS = 86_400_000;

/** Working days from the day asked for. */
export function times(
  sim: SimContext,
  asked: { readonly from: string | undefined; readonly carriers: readonly string[]; readonly relation: string },
): JsonObject {
  const from = asked.from ?? today(sim);
  if (!isDay(from)) refuse('PICKUP.DISPATCHDATE.INVALID', 'Dispatch date is invalid.');
  const days = [0, 1, 2, 3, 4]
    .map((ahead) => new Date(Date.parse(`${from}T00:00:00Z`) + ahead * DAY_MS).toISOString().slice(0, 10))
    .filter((day) => day >= today(sim));
  return output({
    requestTimestamp: sim.now().toISOString().slice(0, 19),
    options: asked.carriers.flatMap((carrier) =>
      days.map((day) => ({
        carrier,
        available: isWorkingDay(day),
        pickupDate: day,
        cutOffTime: '17:00:00',
        accessTime: { hours: 1, minutes: 30 },
        residentialAvailable: true,
        countryRelationship: asked.relation,
        scheduleDay: day === today(sim) ? 'SAME_DAY' : 'FUTURE_DAY',
      })),
    ),
  });
}

/** Checks are done by the shape; days and hours here. */
export function book(asked: PickupRequest, account: SimAccount, sim: SimContext): JsonObject {
  const { readyDateTimestamp, customerCloseTime } = asked.originDetail;
  const ready = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:\d{2}Z?$/.exec(readyDateTimestamp);
  if (!ready) return refuse('READYDATETIMESTAMP.INVALID', 'Ready date timestamp is invalid.');
  const day = ready[1] ?? '';
  if (!isDay(day)) refuse('READYDATETIMESTAMP.INVALID', 'Ready date timestamp is invalid.');
  if (day < today(sim))
    refuse('PICKUP.REQUESTED.PREVIOUS.DAY', 'Cannot schedule a pickup requested for a previous day.');
  if (!isWorkingDay(day)) refuse('PICKUP.DAY.INVALID', 'FedEx does not pick up on this day.');
  if (!/^\d{2}:\d{2}:\d{2}$/.test(customerCloseTime) || customerCloseTime <= readyDateTimestamp.slice(11, 19))
    refuse('CUSTOMERCLOSETIME.INVALID', 'Customer close time must be after the ready time.');
  if ((asked.remarks?.length ?? 0) > 60) refuse('REMARKS.INVALID', 'Remarks are too long.');
  const express = asked.carrierCode === 'FDXE';
  const location = 'YYZA';
  const code = express
    ? String(1000 + randomInt(9000))
    : `CPU${day.slice(2).replaceAll('-', '')}${randomInt(10_000, 99_999)}`;
  sim.books.append({
    kind: 'pickup',
    id: idOf(code, day),
    account: account.id,
    data: { code, day, company: asked.carrierCode, location: express ? location : '' },
  });
  return output({
    pickupConfirmationCode: code,
    message: 'Courier on the way',
    ...(express ? { location } : {}),
  });
}

const idOf = (code: string, day: string): string => `${code} ${day}`;

/** @throws SimRefusal in FedEx's words */
export function cancel(
  sim: SimContext,
  account: SimAccount,
  asked: {
    readonly code: string;
    readonly day: string;
    readonly company: string | undefined;
    readonly location: string | undefined;
  },
): JsonObject {
  const id = idOf(asked.code, asked.day);
  const own = (e: BookEntry): boolean => e.account === account.id;
  const entry = sim.books.byId(id).find((e) => e.kind === 'pickup' && own(e));
  if (!entry || (asked.company !== undefined && entry.data['company'] !== asked.company))
    return refuse('PICKUP.NUMBER.NOTFOUND', 'The pickup confirmation code cannot be found.');
  if (entry.data['location'] !== '' && asked.location !== entry.data['location'])
    refuse('PICKUP.LOCATION.REQUIRED', 'Location is required for an Express pickup.');
  if (asked.day < today(sim)) refuse('PICKUP.NUMBER.EXPIRED', 'PREVIOUS DAY PICKUP, CANNOT CANCEL OR UPDATE');
  if (sim.books.byId(id).some((e) => e.kind === 'pickup-cancelled' && own(e)))
    refuse('PICKUP.ALREADY.CANCELLED', 'The pickup is already cancelled.');
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return output({
    pickupConfirmationCode: asked.code,
    cancelConfirmationMessage: 'Requested pickup has been cancelled Successfully.',
  });
}
