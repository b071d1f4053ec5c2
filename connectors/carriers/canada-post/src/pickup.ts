/**
 * On-demand pickups: whether a postal code has them and what one costs, booking, change and cancellation. Our reference goes
 * into the driver's instructions, because the details of a booking repeat those and not the request's own id.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail, invalidInput } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupChange,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import { placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { accountOf, type Account } from './account.ts';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';
import { canadianPostalCode, fitting, shortened } from './messages.ts';
import { readLinks } from './shipment-answer.ts';

const NAME = manifest.name;
const CURRENCY = 'CAD';
/** Drivers come in the afternoon: noon to a quarter to six, in quarters of an hour (PickupTimeType). */
const FIRST = 12 * 60;
const LAST = 17 * 60 + 45;
const QUARTER = 15;
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const clock = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

/** The part of the wished window in which drivers come. @throws ConnectorError when there is none */
export function windowOf({
  readyTime,
  closeTime,
}: Pick<PickupWish, 'readyTime' | 'closeTime'>): readonly [string, string] {
  const from = Math.max(FIRST, Math.ceil(minutes(readyTime) / QUARTER) * QUARTER);
  const until = Math.min(LAST, Math.floor(minutes(closeTime) / QUARTER) * QUARTER);
  if (from >= until) throw invalidInput(`${NAME} picks up between 12:00 and 17:45; leave a window there.`, 'closeTime');
  return [clock(from), clock(until)];
}

/** "Front door. Ring the bell. (K000000000000001)": at most 132 characters, our reference last. */
const instructionsOf = ({ place, instructions }: PickupWish, reference: string): string => {
  const words = [placeWords(place), instructions].filter((part) => part !== undefined && part.trim() !== '').join('. ');
  return `${shortened(words, 110)} (${reference})`.trim();
};

function phoneOf(wish: PickupWish): XmlTree {
  const [, main = '', extension] =
    /^(.*?)(?:(?:x|ext\.?|poste)\s*(\d{1,6}))?$/i.exec((wish.address.phone ?? '').trimEnd()) ?? [];
  const digits = main.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10)
    throw invalidInput(`${NAME} needs a telephone number of ten digits for the driver.`, 'address.phone');
  return {
    'contact-phone': `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
    'telephone-ext': extension,
  };
}

const EMAIL = /^['_A-Za-z0-9\-+]+(\.['_A-Za-z0-9\-+]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,5}$/;

function emailOf({ address }: PickupWish, account: Account): string {
  const email = [address.email?.trim(), account.refundEmail].find(
    (e) => e !== undefined && e.length <= 60 && EMAIL.test(e),
  );
  if (email === undefined)
    throw invalidInput(
      `${NAME} confirms a pickup by e-mail: the address or the carrier account needs one.`,
      'address.email',
    );
  return email;
}

/** Heavy is over 50 lb ("heavy-item-flag"). Grams. */
const HEAVY = 22_680;

const isPriority = (wish: PickupWish): boolean => wish.load.services.includes('DOM.PC');
const isWorldwide = (wish: PickupWish): boolean => wish.load.services.some((code) => code.includes('.PW.'));
const isHeavy = (wish: PickupWish): boolean => (wish.load.heaviestGrams ?? 0) > HEAVY;

/** What a booking and its change have in common, in the order of the schema. */
function commonParts(wish: PickupWish, reference: string, account: Account, items: XmlTree): XmlTree {
  const [from, until] = windowOf(wish);
  return {
    'contact-info': {
      'contact-name': shortened(wish.address.name, 45),
      email: emailOf(wish, account),
      ...phoneOf(wish),
      'receive-email-updates-flag': false,
    },
    'location-details': {
      'loading-dock-flag': wish.place === 'loading-dock',
      'pickup-instructions': instructionsOf(wish, reference),
    },
    'items-characteristics': items,
    'pickup-volume': String(wish.load.parcels),
    'pickup-times': {
      'on-demand-pickup-time': { date: wish.date, 'preferred-time': from, 'closing-time': until },
    },
  };
}

export function bookMessage(input: PickupInput, account: Account): XmlTree {
  const { address } = input;
  if (address.countryCode !== 'CA')
    throw fail('refused', `${NAME} does not pick up in ${address.countryCode}.`, { field: 'address.countryCode' });
  const need = (value: string | undefined, what: string, field: string): string => {
    if (value === undefined) throw invalidInput(`${NAME} needs ${what} for the driver.`, field);
    return value;
  };
  const company = fitting(address.companyName, 35, 'The company', 'address.companyName');
  const name = fitting(address.name, 45, 'The name', 'address.name');
  const street = [address.address1, address.address2].filter((line) => line?.trim()).join(', ');
  return {
    'customer-request-id': input.reference,
    'pickup-type': 'OnDemand',
    'pickup-location': {
      'business-address-flag': false,
      'alternate-address': {
        company: need(company ?? (name && shortened(name, 35)), 'a name', 'address.name'),
        'address-line-1': need(fitting(street, 35, 'The street', 'address.address1'), 'a street', 'address.address1'),
        city: need(fitting(address.city, 35, 'The city', 'address.city'), 'a city', 'address.city'),
        province: need(
          fitting(address.provinceCode, 2, 'The province', 'address.provinceCode'),
          'a province',
          'address.provinceCode',
        ),
        'postal-code': canadianPostalCode(address.zipcode, 'address.zipcode'),
      },
    },
    ...commonParts(input, input.reference, account, {
      'pww-flag': isWorldwide(input),
      'priority-flag': isPriority(input),
      'returns-flag': false,
      'heavy-item-flag': isHeavy(input),
    }),
    'payment-info': {
      'contract-id': account.contract,
      'method-of-payment': account.way === 'contract' ? account.payment : 'CreditCard',
    },
  };
}

export const changeMessage = (change: PickupChange, account: Account): XmlTree =>
  commonParts(change.wish, change.reference, account, { 'heavy-item-flag': isHeavy(change.wish) });

/** What a pickup costs; its taxes and the rest are one sum with what is due. @throws FieldProblem */
function readPrice(p: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: PriceLine['amount'] } {
  const tax = (code: 'GST' | 'PST' | 'HST'): PriceLine[] => {
    const name = `${code.toLowerCase()}-amount`;
    return p.has(name) ? [{ kind: 'tax', code, label: code, amount: p.money(name, CURRENCY) }] : [];
  };
  const lines: PriceLine[] = [
    { kind: 'base', code: 'PICKUP', label: 'Pickup', amount: p.money('pre-tax-amount', CURRENCY) },
    ...tax('GST'),
    ...tax('PST'),
    ...tax('HST'),
  ];
  return addedUp(
    p.path,
    lines.filter((l) => l.amount.minor !== 0),
    p.money('due-amount', CURRENCY),
  );
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  const account = accountOf(env);
  const postalCode = canadianPostalCode(wish.address.zipcode, 'address.zipcode');
  windowOf(wish);
  const response = await exchange(env, 'pickup', {
    method: 'GET',
    path: path`/ad/pickup/pickupavailability/${postalCode}`,
    name: 'pickup availability',
    language: wish.language,
  });
  const answer = parse(response).object('pickup-availability');
  if (!answer.boolean('on-demand-tour'))
    return { available: false, messages: [`${NAME} does not pick up on demand at ${wish.address.zipcode}.`] };
  const bookBy = answer.maybe('on-demand-cutoff', (n) => answer.string(n, TIME));
  const priced = await exchange(env, 'pickuprequest', {
    method: 'POST',
    path: path`/enab/${account.customer}/pickuprequest/price`,
    name: 'pickup price',
    readOnly: true,
    language: wish.language,
    content: {
      root: 'pickup-details',
      tree: {
        date: wish.date,
        'contract-id': account.contract,
        'pww-flag': isWorldwide(wish),
        'priority-flag': isPriority(wish),
        'alternate-address-province': wish.address.provinceCode,
        'alternate-address-postal-code': postalCode,
      },
    },
  });
  const document = parse(priced);
  const price = document.maybe('pickup-request-price', (n) => readPrice(document.object(n)));
  return { available: true, messages: [...answer.problems, ...document.problems], bookBy, price };
}

const REQUEST_ID = /^[0-9A-Za-z-]{1,32}$/;

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const account = accountOf(env);
  const response = await exchange(env, 'pickuprequest', {
    method: 'POST',
    path: path`/enab/${account.customer}/pickuprequest`,
    name: 'book pickup',
    language: input.language,
    content: { root: 'pickup-request-details', tree: bookMessage(input, account) },
  });
  return { kind: 'done', ...booked(parse(response).object('pickup-request-info'), input) };
}

/** @throws FieldProblem when the number cannot be read: what was booked has to be asked for again */
export function booked(info: ObjectReader, wish: PickupWish): { keep: JsonObject; result: PickupResult } {
  const confirmation = info.object('pickup-request-header').string('request-id', REQUEST_ID);
  const charged = info.maybe('pickup-request-price', (n) => readPrice(info.object(n)));
  const [readyTime, closeTime] = windowOf(wish);
  return { keep: { requestId: confirmation }, result: { confirmation, readyTime, closeTime, charged, messages: [] } };
}

const addressOf = (confirmation: string, env: CarrierEnv): string =>
  path`/enab/${accountOf(env).customer}/pickuprequest/${confirmation}`;

interface Details {
  readonly status: string;
  readonly instructions: string;
}

async function detailsAt(address: string, env: CarrierEnv): Promise<Details> {
  const response = await exchange(env, 'pickuprequest', {
    method: 'GET',
    path: `${address.replace(/\/$/, '')}/details`,
    name: 'pickup details',
  });
  return readDetails(parse(response));
}

/** @param document above the root element */
export function readDetails(document: ObjectReader): Details {
  const info = document.object('pickup-request-detailed-info');
  return {
    status: info.object('pickup-request-header').string('request-status'),
    instructions: info.object('pickup-request-details').object('location-details').string('pickup-instructions'),
  };
}

/** Reads the list of open and recent pickups, at most twenty. */
async function findBooking(input: PickupInput, step: string, env: CarrierEnv): Promise<Recovery<PickupResult>> {
  const response = await exchange(env, 'pickuprequest', {
    method: 'GET',
    path: path`/enab/${accountOf(env).customer}/pickuprequest`,
    name: 'list pickups',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  const document = parse(response);
  if (document.raw('pickup-requests') === '') return { kind: 'absent' };
  const requests = document.object('pickup-requests').strictList('pickup-request', (r) => ({
    open: r.object('pickup-request-header').string('request-status') !== 'Cancelled',
    reader: r,
    details: readLinks(r).details,
  }));
  for (const request of requests.filter((one) => one.open)) {
    if (request.details === undefined) throw new FieldProblem(request.reader.at('links'), 'has no link to the details');
    const { instructions } = await detailsAt(request.details.replace(/\/details\/?$/, ''), env);
    if (instructions.includes(`(${input.reference})`)) return { kind: 'found', step, ...booked(request.reader, input) };
  }
  return { kind: 'absent' };
}

async function change(input: PickupChange, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const { booked: before, wish } = input;
  await exchange(env, 'pickuprequest', {
    method: 'PUT',
    path: addressOf(before.confirmation, env),
    name: 'change pickup',
    language: wish.language,
    content: { root: 'pickup-request-update', tree: changeMessage(input, accountOf(env)) },
  });
  return changed(input);
}

function changed({ booked: before, wish }: PickupChange): Extract<StepOutcome<PickupResult>, { kind: 'done' }> {
  const [readyTime, closeTime] = windowOf(wish);
  return { kind: 'done', result: { confirmation: before.confirmation, readyTime, closeTime, messages: [] } };
}

/** The place cannot be changed there. @throws ConnectorError `refused` */
function checkPlace({ booked: before, wish }: PickupChange): Promise<StepOutcome<PickupResult>> {
  const place = ({ address: a }: PickupWish): string => JSON.stringify([a.address1, a.address2, a.city, a.zipcode]);
  if (place(before.wish) !== place(wish))
    throw fail('refused', `${NAME} changes the time of a pickup, not its place: cancel it and book another.`, {
      field: 'address',
    });
  return Promise.resolve({ kind: 'done' });
}

async function cancelPickup(
  input: BookedPickup,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<PickupCancelled>> {
  try {
    await exchange(env, 'pickuprequest', {
      method: 'DELETE',
      path: addressOf(input.confirmation, env),
      name: 'cancel pickup',
    });
    return { kind: 'done', result: { messages: [] } };
  } catch (error) {
    // A number is all that was said: a 400 is a no, not a mistake of a person.
    if (!(error instanceof ConnectorError) || error.problem.kind !== 'invalid-input') throw error;
    throw new ConnectorError({ ...error.problem, kind: 'refused' });
  }
}

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [{ name: 'book', effect: 'create', run: book }],
    recovery: 'listing',
    recover: (input, step, _kept, env) => findBooking(input, step, env),
    settleAfterMs: 120_000,
  },
  change: {
    steps: [
      { name: 'check', effect: 'none', run: checkPlace },
      { name: 'change', effect: 'create', run: change },
    ],
    recovery: 'by-reference',
    async recover(input, step, _kept, env) {
      const { instructions } = await detailsAt(addressOf(input.booked.confirmation, env), env);
      const { result } = changed(input);
      return instructions.includes(`(${input.reference})`) ? { kind: 'found', step, result } : { kind: 'absent' };
    },
    settleAfterMs: 120_000,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancelPickup }],
    recovery: 'by-reference',
    async recover(input, step, _kept, env) {
      const { status } = await detailsAt(addressOf(input.confirmation, env), env);
      return status === 'Cancelled' ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
    },
    settleAfterMs: 120_000,
  },
};
