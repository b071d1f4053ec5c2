/**
 * What Canada Post's refusals mean: its own message codes ("Messages and code tables" of the Developer Program) and the
 * schema errors of its gateway, in plain words and our field names. Pure.
 */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { VendorProblem } from '@scanship/connector-kit/http/http';
import { manifest } from './manifest.ts';

interface Meaning {
  readonly kind: ProblemKind;
  readonly message: string;
  readonly field?: string | undefined;
}

const NAME = manifest.name;
const input = (message: string, field?: string): Meaning => ({ kind: 'invalid-input', message, field });
const refused = (message: string, field?: string): Meaning => ({ kind: 'refused', message, field });
const account = (message: string, field?: string): Meaning => ({ kind: 'not-authorised', message, field });

const WRONG_KEY = `${NAME} did not accept the API key of this account.`;
const CARD = `${NAME} could not charge the default credit card; update it in the Canada Post profile of this account.`;
const CONTRACT = `${NAME} does not know this contract number for this customer number.`;
const NO_CONTRACT = `${NAME} needs the contract number of this account.`;

const MEANINGS: Readonly<Record<string, Meaning>> = {
  E002: account(WRONG_KEY, 'credentials.user'),
  AA001: account(
    `${NAME} has deactivated this API key; join the Developer Program again to get a new one.`,
    'credentials.user',
  ),
  AA002: account(
    `${NAME} did not accept the API key here: a development key works only in test mode, a production key only live.`,
    'credentials.user',
  ),
  AA003: account(`The API key does not belong to this ${NAME} customer number.`, 'credentials.customer'),
  AA004: account(`This account may not ship with ${NAME} on behalf of that customer.`, 'credentials.customer'),
  '1156': input(`${NAME} needs the first line of the address.`),
  '1157': input(`${NAME} needs the city of the address.`),
  '1159': input(`${NAME} needs the province or state of the address.`),
  '1162': refused(CARD),
  '1459': input(`${NAME} does not accept this purpose of the shipment.`, 'customs.purpose'),
  '1622': input(`${NAME} does not take a ship date in the past.`, 'shipDate'),
  '1653': refused(
    `${NAME} does not invoice this account; a parcel agreement in good standing is needed.`,
    'credentials.payment',
  ),
  '1702': account(CONTRACT, 'credentials.contract'),
  '1711': refused(`${NAME} does not accept this method of payment for this account.`, 'credentials.payment'),
  '2206': account(NO_CONTRACT, 'credentials.contract'),
  '2500': account(CONTRACT, 'credentials.contract'),
  '2506': account(NO_CONTRACT, 'credentials.contract'),
  '2550': account(CONTRACT, 'credentials.contract'),
  '2700': input('The goods on the customs declaration weigh more than the parcel.', 'customs.items'),
  '3000': refused(`${NAME} does not offer this service to this country or contract.`),
  '7292': refused(`A refund has already been requested from ${NAME} for this shipment; it takes a few days.`),
  '8064': refused(`${NAME} can no longer void this shipment, because it was transmitted; a refund can be requested.`),
  '8534': input(`${NAME} needs a valid country of destination.`, 'to.countryCode'),
  '8718': input(
    `${NAME} needs to know what to do with an undeliverable parcel; see the settings of the account.`,
    'credentials.nonDelivery',
  ),
  '9111': refused(`${NAME} has no service for this parcel.`),
  '9128': input(`${NAME} needs the customs details of a shipment of documents.`, 'customs'),
  '9154': refused(CARD),
  '9162': input(`${NAME} needs the size of the parcel.`, 'parcels.0.dimensions'),
  '9173': account(
    `This customer number has a parcel agreement with ${NAME}: enter its contract number in the account.`,
    'credentials.contract',
  ),
  '9174': refused(`${NAME} has no default credit card for this account; add one in its Canada Post profile.`),
  '9191': input(`${NAME} prints thermal labels only as 4x6.`),
  '10028': refused(`${NAME} does not know this service.`),
  '10033': input(`${NAME} does not know the country of destination.`, 'to.countryCode'),
  // Tracking.
  '002': refused(`${NAME} has several parcels of this number.`),
  '003': refused(`${NAME} has no picture of a signature for this parcel.`),
  '007': refused(`${NAME} has no proof of delivery of this parcel yet.`),
  '004': refused(`${NAME} has no history of this number.`),
};

/** Elements whose meaning does not depend on where they stand. */
const FIELDS: Readonly<Record<string, string>> = {
  weight: 'parcels.0.weightGrams',
  dimensions: 'parcels.0.dimensions',
  length: 'parcels.0.dimensions',
  width: 'parcels.0.dimensions',
  height: 'parcels.0.dimensions',
  'origin-postal-code': 'from.zipcode',
  'requested-shipping-point': 'from.zipcode',
  'postal-code': 'to.zipcode',
  'zip-code': 'to.zipcode',
  'contact-phone': 'from.phone',
  'client-voice-number': 'to.phone',
  'expected-mailing-date': 'shipDate',
  'option-amount': 'options.insuredValue',
  'customs-description': 'customs.items',
  'hs-tariff-code': 'customs.items',
  'unit-weight': 'customs.items',
  'customs-value-per-unit': 'customs.items',
  'country-of-origin': 'customs.items',
  'us-declaration-id': 'customs.prepaidDuty',
  'contract-id': 'credentials.contract',
  'paid-by-customer': 'credentials.paidBy',
  'intended-method-of-payment': 'credentials.payment',
  email: 'credentials.refundEmail',
};

/** How long the gateway turns calls away once its limit is reached ("up to a minute"). */
const THROTTLED_MS = 60_000;

/** The gateway's schema check: nothing behind it has seen the request. */
function schemaMeaning(text: string): Meaning | undefined {
  if (!/\bcvc-/.test(text)) return undefined;
  const element = /in element \{[^{}]*\}([\w-]+)/.exec(text)?.[1] ?? /element ['"]?([\w-]+)/.exec(text)?.[1];
  const what = element === undefined ? 'the request' : `"${element}"`;
  return input(`${NAME} cannot read ${what} of this shipment.`, element === undefined ? undefined : FIELDS[element]);
}

/** The number that says that there is no service also says that a postal code and a province are not of one place. */
const elsewhere = (code: string, text: string): Meaning | undefined =>
  code === '9111' && /postal code/i.test(text)
    ? input(`${NAME}: ${text.replace(/(?<![.\s])[.\s]*$/, '')}.`)
    : undefined;

/** @param code of the first message @param text its description */
export function meaningOf(code: string, text: string): VendorProblem {
  const more = { vendorCode: code, vendorMessage: text };
  if (/rejected by slm monitor/i.test(text))
    return {
      ...more,
      kind: 'quota',
      message: `${NAME} takes no more calls of this account for up to a minute.`,
      retryAfterMs: THROTTLED_MS,
    };
  const known =
    schemaMeaning(text) ?? elsewhere(code, text) ?? (Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined);
  if (known) return { ...more, ...known };
  return { ...more, message: `${NAME}: ${text.replace(/(?<![.\s])[.\s]*$/, '')}.` };
}
