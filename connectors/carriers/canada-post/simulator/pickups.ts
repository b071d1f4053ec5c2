/** On-demand pickups: availability, price, booking, list, details, change, cancellation. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { dollars } from '@scanship/simulator-kit/tariff';
import { element } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf, at, day, text, textAt } from './messages.ts';

/** No tours in the territories. */
export function availability(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  checkAccept(request, TYPES.pickup);
  const postalCode = request.params.postal ?? '';
  if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(postalCode))
    throw new SimRefusal(400, '7266', 'Postal Code must be in format A9A or A9A9A9.');
  const served = !/^[XY]/.test(postalCode);
  return answerOf(200, 'pickup', 'pickup-availability', [
    element('postal-code', `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`),
    element('on-demand-cutoff', served ? '12:00' : ''),
    element('on-demand-tour', String(served)),
    element('prority-world-cutoff', served ? '14:00' : ''),
    element('scheduled-pickups-available', String(served)),
  ]);
}

/** Free for Priority, a fee plus HST for everything else; invented. */
const priceParts = (priority: boolean): readonly string[] => {
  const fee = priority ? 0 : 350;
  const tax = Math.round(fee * 0.13);
  return [
    element('pre-tax-amount', dollars(fee)),
    element('gst-amount', '0.00'),
    element('pst-amount', '0.00'),
    element('hst-amount', dollars(tax)),
    element('due-amount', dollars(fee + tax)),
  ];
};

const checkContract = (parent: unknown, account: SimAccount): void => {
  const contract = textAt(parent, 'contract-id');
  if (contract !== '' && contract !== account.credentials.contract)
    throw new SimRefusal(400, '2550', 'The contract-id provided is not a valid contract number.');
};

export function price(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.pickuprequest);
  const asked = accept(request, 'pickup-details');
  checkContract(asked, account);
  return answerOf(200, 'pickuprequest', 'pickup-request-price', priceParts(textAt(asked, 'priority-flag') === 'true'));
}

/** A working day from today on, and a window. */
function checkTimes(times: unknown, sim: SimContext): { readonly date: string; from: string; until: string } {
  const asked = at(times, 'on-demand-pickup-time');
  const date = textAt(asked, 'date').slice(0, 10);
  const [from, until] = [textAt(asked, 'preferred-time'), textAt(asked, 'closing-time')];
  if (date < day(sim)) throw new SimRefusal(400, '1622', 'The pickup date must not be in the past.');
  if ([0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()))
    throw new SimRefusal(400, '9201', 'There is no pickup on weekends.');
  if (from >= until) throw new SimRefusal(400, '9202', 'The closing time must be later than the preferred time.');
  return { date, from, until };
}

const linksTo = (entry: BookEntry, account: SimAccount, sim: SimContext): string => {
  const self = `${sim.address}/enab/${account.credentials.customer ?? ''}/pickuprequest/${entry.id}`;
  const link = (rel: string, href: string): string =>
    element('link', '', { rel, href, 'media-type': TYPES.pickuprequest });
  return element('links', [link('self', self), link('details', `${self}/details`)]);
};
const isCancelled = (entry: BookEntry, sim: SimContext): boolean =>
  sim.books.byId(entry.id).some((e) => e.kind === 'pickup-cancelled');
/** As booked, or as last changed. */
const dataOf = (entry: BookEntry, sim: SimContext): JsonObject =>
  sim.books.byId(entry.id).findLast((e) => e.kind === 'note')?.data ?? entry.data;

const header = (entry: BookEntry, sim: SimContext): string =>
  element('pickup-request-header', [
    element('request-id', entry.id),
    element('request-status', isCancelled(entry, sim) ? 'Cancelled' : 'Active'),
    element('pickup-type', 'OnDemand'),
    element('request-date', entry.at.slice(0, 10)),
    element('next-pickup-date', text(dataOf(entry, sim).date)),
  ]);

const partsOf = (asked: unknown, sim: SimContext): JsonObject => ({
  ...checkTimes(at(asked, 'pickup-times'), sim),
  instructions: textAt(asked, 'location-details', 'pickup-instructions'),
  volume: textAt(asked, 'pickup-volume'),
  name: textAt(asked, 'contact-info', 'contact-name'),
  email: textAt(asked, 'contact-info', 'email'),
  phone: textAt(asked, 'contact-info', 'contact-phone'),
});

export function book(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.pickuprequest);
  const asked = accept(request, 'pickup-request-details');
  checkContract(at(asked, 'payment-info'), account);
  const place = at(asked, 'pickup-location', 'alternate-address');
  if (textAt(asked, 'pickup-location', 'business-address-flag') === 'false' && place === undefined)
    throw new SimRefusal(400, '9203', 'An alternate address is required.');
  const entry = sim.books.append({
    kind: 'pickup',
    id: String(randomInt(10 ** 9)).padStart(10, '0'),
    account: account.id,
    reference: textAt(asked, 'customer-request-id') || undefined,
    data: {
      ...partsOf(asked, sim),
      place: Object.fromEntries(
        ['company', 'address-line-1', 'city', 'province', 'postal-code'].map((name) => [name, textAt(place, name)]),
      ),
    },
  });
  const priority = textAt(asked, 'items-characteristics', 'priority-flag') === 'true';
  return answerOf(200, 'pickuprequest', 'pickup-request-info', [
    header(entry, sim),
    element('pickup-request-price', priceParts(priority)),
    linksTo(entry, account, sim),
  ]);
}

export function listPickups(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.pickuprequest);
  // "All open requests plus recent history (up to 20 pickups)", newest first.
  const mine = sim.books
    .all()
    .filter((e) => e.kind === 'pickup' && e.account === account.id)
    .toReversed()
    .slice(0, 20);
  if (mine.length === 0) throw new SimRefusal(404, '404', 'There are no pickup requests.');
  return answerOf(
    200,
    'pickuprequest',
    'pickup-requests',
    mine.map((entry) => element('pickup-request', [header(entry, sim), linksTo(entry, account, sim)])),
  );
}

function entryOf(request: SimRequest, sim: SimContext): BookEntry {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.pickuprequest);
  const entry = sim.books.byId(request.params.id ?? '').find((e) => e.kind === 'pickup' && e.account === account.id);
  if (!entry) throw new SimRefusal(404, '404', 'The resource path is incorrect or no longer available.');
  return entry;
}

export function details(request: SimRequest, sim: SimContext): SimAnswer {
  const entry = entryOf(request, sim);
  const data = dataOf(entry, sim);
  const place = entry.data.place as JsonObject;
  return answerOf(200, 'pickuprequest', 'pickup-request-detailed-info', [
    header(entry, sim),
    element('pickup-request-details', [
      element('pickup-location', [
        element('business-address-flag', 'false'),
        element(
          'alternate-address',
          ['company', 'address-line-1', 'city', 'province', 'postal-code'].map((name) =>
            element(name, text(place[name])),
          ),
        ),
      ]),
      element('contact-info', [
        element('contact-name', text(data.name)),
        element('email', text(data.email)),
        element('contact-phone', text(data.phone)),
      ]),
      element('location-details', [element('pickup-instructions', text(data.instructions))]),
      element('pickup-volume', text(data.volume)),
      element('pickup-times', [
        element('on-demand-pickup-time', [
          element('date', text(data.date)),
          element('preferred-time', text(data.from)),
          element('closing-time', text(data.until)),
        ]),
      ]),
    ]),
  ]);
}

const checkOpen = (entry: BookEntry, sim: SimContext): void => {
  if (isCancelled(entry, sim)) throw new SimRefusal(400, '9204', 'The pickup request is already cancelled.');
};

export function change(request: SimRequest, sim: SimContext): SimAnswer {
  const entry = entryOf(request, sim);
  const asked = accept(request, 'pickup-request-update');
  checkOpen(entry, sim);
  sim.books.append({ kind: 'note', id: entry.id, account: entry.account, data: partsOf(asked, sim) });
  return { status: 200 };
}

export function cancel(request: SimRequest, sim: SimContext): SimAnswer {
  const entry = entryOf(request, sim);
  checkOpen(entry, sim);
  sim.books.append({
    kind: 'pickup-cancelled',
    id: entry.id,
    account: entry.account,
    reference: entry.reference,
    data: {},
  });
  return { status: 204 };
}
