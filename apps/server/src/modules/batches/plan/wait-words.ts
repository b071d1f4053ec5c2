/** Why a plan takes long, in one sentence. */
import type { BatchWait } from '../batch-rows.ts';

const HOUR_MS = 3_600_000;

/** Whole sentences, since each is looked up in the other language as it stands. */
export function waitWords({ carrierName, calls, perMs, orders, seconds }: BatchWait): string {
  const perMinute = Math.round((calls * 60_000) / perMs);
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.round(seconds / 3_600);
  if (perMinute >= 2 && minutes < 120)
    return `${carrierName} allows ${perMinute} calls a minute: about ${minutes} min for these ${orders} orders.`;
  if (perMinute >= 2)
    return `${carrierName} allows ${perMinute} calls a minute: about ${hours} h for these ${orders} orders.`;
  const perHour = Math.round((calls * HOUR_MS) / perMs);
  return minutes < 120
    ? `${carrierName} allows ${perHour} calls an hour: about ${minutes} min for these ${orders} orders.`
    : `${carrierName} allows ${perHour} calls an hour: about ${hours} h for these ${orders} orders.`;
}
