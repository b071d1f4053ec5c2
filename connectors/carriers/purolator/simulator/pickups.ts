/** Pickups: validated, scheduled, changed, voided, and listed with their instructions. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { element } from '@scanship/simulator-kit/xml-message';
import { at, checkAccount, day, refuse, text, textAt } from './messages.ts';
import type { Work } from './shipments.ts';

const TIME = /^([01]\d|2[0-3])[0-5]\d$/;

function checkWish(body: unknown, sim: SimContext, account: SimAccount): void {
  checkAccount(account, textAt(body, 'BillingAccountNumber'));
  const wish = at(body, 'PickupInstruction');
  const date = textAt(wish, 'Date');
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < day(new Date(sim.now().getTime() - 86_400_000)))
    throw refuse('3001001', 'The pickup date is invalid.');
  if (weekday === 0 || weekday === 6) throw refuse('3001002', 'There is no pickup on this day.');
  const [from, until] = [textAt(wish, 'AnyTimeAfter'), textAt(wish, 'UntilTime')];
  if (!TIME.test(from) || !TIME.test(until) || until <= from) throw refuse('3001003', 'The pickup times are invalid.');
  if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(textAt(body, 'Address', 'PostalCode')))
    throw refuse('3001004', 'The postal code of the pickup is invalid.');
}

export const validatePickup: Work = (body, sim, account) => {
  checkWish(body, sim, account);
  return [
    element('IsBulkdRequired', Number(textAt(body, 'PickupInstruction', 'TotalPieces')) > 50 ? 'true' : 'false'),
    element('CutOffTime', '17:30'),
    element('CutOffWindow', 60),
    element('BulkMaxWeight', 0),
    element('BulkMaxPackages', 0),
  ];
};

const REFERENCE = /\b[A-Z0-9]{16}\b/;

export const schedulePickup: Work = (body, sim, account) => {
  checkWish(body, sim, account);
  const wish = at(body, 'PickupInstruction');
  const instructions = textAt(wish, 'AdditionalInstructions');
  const id = String(sim.books.all().length + 1_365_850).padStart(8, '0');
  const data: JsonObject = {
    date: textAt(wish, 'Date'),
    after: textAt(wish, 'AnyTimeAfter'),
    until: textAt(wish, 'UntilTime'),
    pieces: textAt(wish, 'TotalPieces'),
    instructions,
    city: textAt(body, 'Address', 'City'),
    postalCode: textAt(body, 'Address', 'PostalCode'),
  };
  sim.books.append({
    kind: 'pickup',
    id,
    account: account.id,
    reference: REFERENCE.exec(instructions)?.[0],
    data,
  });
  return [element('PickUpConfirmationNumber', id)];
};

const bookedPickup = (sim: SimContext, account: SimAccount, id: string): BookEntry => {
  const entry = sim.books.byId(id).find((e) => e.kind === 'pickup' && e.account === account.id);
  if (!entry) throw refuse('3001010', 'The pickup confirmation number is not known.');
  return entry;
};

const isCancelled = (sim: SimContext, id: string): boolean =>
  sim.books.byId(id).some((e) => e.kind === 'pickup-cancelled');

export const modifyPickup: Work = (body, sim, account) => {
  checkAccount(account, textAt(body, 'BillingAccountNumber'));
  const entry = bookedPickup(sim, account, textAt(body, 'ConfirmationNumber'));
  if (isCancelled(sim, entry.id)) throw refuse('3001011', 'The pickup has already been cancelled.');
  const until = textAt(body, 'ModifyPickupInstruction', 'UntilTime');
  if (!TIME.test(until)) throw refuse('3001003', 'The pickup times are invalid.');
  sim.books.append({ kind: 'note', id: entry.id, account: account.id, data: { until } });
  return [element('PickUpConfirmationNumber', entry.id)];
};

export const voidPickup: Work = (body, sim, account) => {
  const entry = bookedPickup(sim, account, textAt(body, 'PickUpConfirmationNumber'));
  if (isCancelled(sim, entry.id)) throw refuse('3001011', 'The pickup has already been cancelled.');
  sim.books.append({ kind: 'pickup-cancelled', id: entry.id, account: account.id, data: {} });
  return [element('PickUpVoided', 'true')];
};

const untilOf = (sim: SimContext, entry: BookEntry): string =>
  text(sim.books.byId(entry.id).findLast((e) => e.kind === 'note')?.data.until) || text(entry.data.until);

const detail = (sim: SimContext, account: SimAccount, entry: BookEntry): string =>
  element('PickUpDetail', [
    element('BillingAccountNumber', account.credentials.account ?? ''),
    element('PartnerId', ''),
    element('ConfirmationNumber', entry.id),
    element('PickupStatus', isCancelled(sim, entry.id) ? 'Cancelled' : 'Scheduled'),
    element('PickupType', 'Regular'),
    element('PickupInstruction', [
      element('Date', text(entry.data.date)),
      element('AnyTimeAfter', text(entry.data.after)),
      element('UntilTime', untilOf(sim, entry)),
      element('TotalPieces', text(entry.data.pieces) || '0'),
      element('AdditionalInstructions', text(entry.data.instructions)),
    ]),
    element('Address', [
      element('Name', account.name),
      element('StreetNumber', ''),
      element('StreetName', ''),
      element('City', text(entry.data.city)),
      element('Province', ''),
      element('Country', 'CA'),
      element('PostalCode', text(entry.data.postalCode)),
      element('PhoneNumber', [element('CountryCode', ''), element('AreaCode', ''), element('Phone', '')]),
    ]),
    element('ShipmentSummary', [element('ShipmentSummaryDetails', [])]),
    element('NotificationEmails', []),
  ]);

export const pickupHistory: Work = (body, sim, account) => {
  const criteria = at(body, 'PickUpHistorySearchCriteria');
  checkAccount(account, textAt(criteria, 'AccountNumber'));
  const number = textAt(criteria, 'ConfirmationNumber');
  const found = sim.books.all().filter((e) => {
    const date = text(e.data.date);
    return (
      e.kind === 'pickup' &&
      e.account === account.id &&
      date >= textAt(criteria, 'FromDate') &&
      date <= textAt(criteria, 'ToDate') &&
      (number === '' || e.id === number)
    );
  });
  return [
    element(
      'PickUpDetailList',
      found.map((entry) => detail(sim, account, entry)),
    ),
  ];
};
