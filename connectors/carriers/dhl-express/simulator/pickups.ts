/** Couriers called, moved and sent away. */
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimContext,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accountOf, checkAccount, checkStamp } from './access.ts';
import { accept, acceptQuery, cancelQuery, pickupChange, pickupRequest, refuse, STRUCTURE } from './contract.ts';
import { confirmationNumber } from './numbers.ts';

const shipper = (accounts: readonly { readonly typeCode: string; readonly number: string }[]): string | undefined =>
  accounts.find(({ typeCode }) => typeCode === 'shipper')?.number;

export const book: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = accept(pickupRequest, jsonBody(request));
  checkAccount(shipper(asked.accounts), account);
  const { day, time } = checkStamp(asked.plannedPickupDateAndTime, sim.now());
  if (asked.closeTime !== undefined && asked.closeTime <= time.slice(0, 5))
    refuse('8010', 'The close time is before the ready time.');
  const id = confirmationNumber(sim.now());
  sim.books.append({ kind: 'pickup', id, account: account.id, reference: asked.remark, data: { day, time } });
  return jsonAnswer(201, { dispatchConfirmationNumbers: [id], readyByTime: time.slice(0, 5), nextPickupDate: day });
};

/** The pickup named in the path, if it is the account's and still booked. */
function booked(number: string, account: SimAccount, sim: SimContext): BookEntry {
  const entries = sim.books.byId(number);
  const entry = entries.find((e) => e.kind === 'pickup' && e.account === account.id);
  if (!entry)
    throw new SimRefusal(404, '404', 'Cancellation of booking was not successful. Requested Pickup was not found');
  if (entries.some((e) => e.kind === 'pickup-cancelled')) refuse('400', 'Pickup already cancelled or completed');
  return entry;
}

export const change: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = accept(pickupChange, jsonBody(request));
  const number = request.params['number'] ?? '';
  const entry = booked(number, account, sim);
  if (asked.dispatchConfirmationNumber !== number)
    refuse('5556', 'The confirmation number is not that of the address.');
  checkAccount(shipper(asked.accounts), account);
  if (asked.originalShipperAccountNumber !== account.credentials['accountNumber'])
    refuse(
      '5556',
      'The Original Shipper Account Number must match with the Shipper Account Number used previously to create/update successful pickup request.',
    );
  const { day, time } = checkStamp(asked.plannedPickupDateAndTime, sim.now());
  sim.books.append({ kind: 'note', id: number, account: account.id, reference: entry.reference, data: { day, time } });
  return jsonAnswer(200, { dispatchConfirmationNumber: number, readyByTime: time.slice(0, 5), nextPickupDate: day });
};

export const cancel: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  acceptQuery(cancelQuery, request);
  const number = request.params['number'] ?? '';
  if (!/^PRG\d{12}$/.test(number)) throw new SimRefusal(404, STRUCTURE, 'Requested Pickup was not found');
  const entry = booked(number, account, sim);
  sim.books.append({
    kind: 'pickup-cancelled',
    id: number,
    account: account.id,
    reference: entry.reference,
    data: {},
  });
  return jsonAnswer(200, { dispatchConfirmationNumber: number, status: 'cancelled' });
};
