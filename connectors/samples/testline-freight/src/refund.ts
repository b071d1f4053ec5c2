/** What became of the refund of a cancelled booking: it stands in the booking. */
import type { CancelInput, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';

const STATES = { requested: 'pending', paid: 'received', declined: 'refused' } as const;

export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  const address = path`/bookings/${input.carrierShipmentId}`;
  const answer = readObject((await call(env, { method: 'GET', path: address, name: 'poll booking' })).json());
  answer.choice('state', { cancelled: true });
  return { state: answer.choice('refund', STATES), message: answer.maybe('refundNote', (n) => answer.string(n)) };
}
