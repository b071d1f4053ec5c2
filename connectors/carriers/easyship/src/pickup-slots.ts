/** When a courier comes: slots of the coming seven days in local time, from which one has to be chosen. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { exchange, UUID } from './client.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export interface PickupSlot {
  readonly date: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export async function slotsOf(courierService: string, env: CarrierEnv): Promise<readonly PickupSlot[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/courier_services/${courierService}/pickup_slots`,
    name: 'pickup slots',
  });
  return readObject(response.json())
    .object('courier_service_handover_option')
    .strictList('pickup_slots', (day) => {
      const date = day.date('date');
      return day.strictList('time_slots', (slot) => ({
        date,
        id: slot.string('time_slot_id', UUID),
        from: slot.string('from_time', TIME),
        to: slot.string('to_time', TIME),
      }));
    })
    .flat();
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

type Window = Pick<PickupWish, 'date' | 'readyTime' | 'closeTime'>;

/** The slot of the day that shares most time with the wish, the earlier one of two; `undefined` where none shares any. */
export function slotFor(slots: readonly PickupSlot[], { date, readyTime, closeTime }: Window): PickupSlot | undefined {
  const shared = ({ from, to }: PickupSlot): number =>
    Math.min(minutes(to), minutes(closeTime)) - Math.max(minutes(from), minutes(readyTime));
  return slots
    .filter((slot) => slot.date === date && shared(slot) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || minutes(a.from) - minutes(b.from))
    .at(0);
}
