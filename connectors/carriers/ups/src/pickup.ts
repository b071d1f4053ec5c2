/**
 * On-call pickups (Pickup API v2409): asked for a price, booked, cancelled. UPS answers the same number when a pickup is
 * booked again for the same place, so a booking whose answer was lost is simply repeated.
 */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { addedUp, FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import type { Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { Address } from '@scanship/domain/addresses/address';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';
import { addressMessage, phoneMessage } from './address.ts';
import type { Price } from './charges.ts';
import { accountNumber, call } from './client.ts';
import { compactDate } from './customs.ts';
import { unitsFrom, weightMessage } from './units.ts';
import { compactDay, eachOf, everyOf } from './reading.ts';

/** Spots in UPS's words, at most eleven characters. */
const POINTS: Readonly<Record<PickupPlace, string | undefined>> = {
  'front-door': 'Front door',
  'back-door': 'Back door',
  reception: 'Reception',
  'loading-dock': 'Dock',
  'mail-room': 'Mail room',
  other: undefined,
};

const cut = (text: string, most: number): string => text.trim().replace(/\s+/g, ' ').slice(0, most).trim();

function pickupAddress(a: Address) {
  const { AddressLine, City, StateProvinceCode, PostalCode, CountryCode } = addressMessage(a, 'from');
  const line = AddressLine.join(' ');
  if (line.length > 73)
    throw fail('invalid-input', 'UPS takes a pickup address of up to 73 characters.', { field: 'address.address1' });
  if ((PostalCode?.length ?? 0) > 8)
    // Nine digits of a ZIP code are five and four; the pickup form has room for eight characters.
    return { line, City, StateProvince: StateProvinceCode, PostalCode: PostalCode?.slice(0, 5), CountryCode };
  return { line, City, StateProvince: StateProvinceCode, PostalCode, CountryCode };
}

const hhmm = (time: string): string => time.replace(':', '');
const dateInfo = (wish: PickupWish) => ({
  CloseTime: hhmm(wish.closeTime),
  ReadyTime: hhmm(wish.readyTime),
  PickupDate: compactDate(wish.date),
});
const residential = (a: Address): 'Y' | 'N' => (a.residential === true ? 'Y' : 'N');

/** Pickup API, RateChartType and service codes: the service's own code with a zero in front. */
function pieces({ load, address }: PickupWish) {
  const services = load.services.length > 0 ? load.services : ['11'];
  const destinations = load.destinations.length > 0 ? load.destinations : [address.countryCode];
  const count = Math.max(1, Math.min(load.parcels, Math.max(services.length, destinations.length)));
  // How many parcels go by which service is not told: they are spread evenly, and their sum is exact.
  return Array.from({ length: count }, (_none, index) => {
    const quantity = Math.floor(load.parcels / count) + (index < load.parcels % count ? 1 : 0);
    if (quantity > 999)
      throw fail('invalid-input', 'UPS picks up at most 999 parcels of one service at a time.', {
        field: 'load.parcels',
      });
    return {
      ServiceCode: (services[index % services.length] ?? '').padStart(3, '0'),
      Quantity: String(quantity),
      DestinationCountryCode: destinations[index % destinations.length] ?? '',
      ContainerCode: '01',
    };
  });
}

/** 32 kg or 70 lb (Pickup API, OverweightIndicator). */
const OVERWEIGHT: Readonly<Record<string, number>> = { KGS: 32_000, LBS: 31_751 };

export function bookMessage(input: PickupInput, account: string) {
  const { address, load } = input;
  const { line, ...place } = pickupAddress(address);
  const phone = phoneMessage(address.phone, address.countryCode);
  if (!phone)
    throw fail('invalid-input', 'UPS needs a whole telephone number for the driver.', { field: 'address.phone' });
  const units = unitsFrom(address.countryCode);
  const total = weightMessage(load.totalGrams, units);
  const instruction = cut(input.instructions ?? '', 57);
  return {
    PickupCreationRequest: {
      Request: { SubVersion: '2409', TransactionReference: { CustomerContext: input.reference } },
      RatePickupIndicator: 'Y',
      TaxInformationIndicator: 'Y',
      UserLevelDiscountIndicator: 'Y',
      Shipper: { Account: { AccountNumber: account, AccountCountryCode: address.countryCode } },
      PickupDateInfo: dateInfo(input),
      PickupAddress: {
        CompanyName: cut(address.companyName?.trim() ? address.companyName : address.name, 27),
        ContactName: cut(address.name, 22),
        AddressLine: [line],
        ...place,
        ResidentialIndicator: residential(address),
        PickupPoint: POINTS[input.place],
        Phone: phone,
      },
      // The place of dispatch is ours to name; whether it is the account's own UPS sees for itself.
      AlternateAddressIndicator: 'Y',
      PickupPiece: pieces(input),
      TotalWeight: { Weight: total.Weight, UnitOfMeasurement: total.UnitOfMeasurement.Code },
      OverweightIndicator:
        (load.heaviestGrams ?? 0) > (OVERWEIGHT[total.UnitOfMeasurement.Code] ?? Number.POSITIVE_INFINITY) ? 'Y' : 'N',
      // 01 is the shipper's account.
      PaymentMethod: '01',
      SpecialInstruction: instruction === '' ? undefined : instruction,
      ReferenceNumber: input.reference,
      ShippingLabelsAvailable: 'Y',
    },
  };
}

export function priceMessage(wish: PickupWish, account: string) {
  const { line, ...place } = pickupAddress(wish.address);
  return {
    PickupRateRequest: {
      Request: { SubVersion: '2409', TransactionReference: { CustomerContext: 'pickup price' } },
      ShipperAccount: { AccountNumber: account, AccountCountryCode: wish.address.countryCode },
      PickupAddress: { AddressLine: line, ...place, ResidentialIndicator: residential(wish.address) },
      AlternateAddressIndicator: 'Y',
      // 03 is a day that is named.
      ServiceDateOption: '03',
      PickupDateInfo: dateInfo(wish),
      TaxInformationIndicator: 'Y',
      UserLevelDiscountIndicator: 'Y',
    },
  };
}

const KINDS: Readonly<Record<string, PriceLineKind>> = { A: 'option', B: 'base', S: 'surcharge' };

/** A sentence's case for what UPS writes in capitals. */
const label = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase();

function chargeLine(o: ObjectReader, currency: string): PriceLine {
  const kind = o.choice('ChargeCode', KINDS);
  const said = o.string('ChargeDescription');
  return {
    kind: /FUEL/i.test(said) ? 'fuel' : kind,
    code: o.string('ChargeCode'),
    label: label(said),
    amount: o.money(o.has('IncentedAmount') ? 'IncentedAmount' : 'ChargeAmount', currency),
  };
}

/** Price of a pickup; its parts and taxes are one sum with the total, or there is no price. @throws FieldProblem */
function rateResult(o: ObjectReader): Price {
  const currency = o.currency('CurrencyCode');
  const total = o.money(
    o.has('GrandTotalOfAllIncentedCharge') ? 'GrandTotalOfAllIncentedCharge' : 'GrandTotalOfAllCharge',
    currency,
  );
  const charges = everyOf(o, 'ChargeDetail', (c) => chargeLine(c, currency));
  const taxes = everyOf(o, 'TaxCharges', (t): PriceLine => {
    const code = t.string('Type', /^[A-Z0-9]{2,4}$/);
    return { kind: 'tax', code, label: code, amount: t.money('MonetaryValue', currency) };
  });
  return addedUp(
    o.at('ChargeDetail'),
    [...charges, ...taxes].filter((l) => l.amount.minor !== 0),
    total,
  );
}

const alertsOf = (response: ObjectReader): readonly string[] =>
  eachOf(response, 'Alert', (a) => a.string('Description').replace(/(?<![.\s])[.\s]*$/, '.'));

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  try {
    const response = await call(env, {
      method: 'POST',
      path: '/api/shipments/v2409/pickup/oncall',
      name: 'pickup price',
      readOnly: true,
      json: priceMessage(wish, accountNumber(env)),
    });
    const answer = readObject(response.json()).object('PickupRateResponse');
    const price = answer.maybe('RateResult', (n) => rateResult(answer.object(n)));
    return { available: true, messages: [...alertsOf(answer.object('Response')), ...answer.problems], price };
  } catch (error) {
    // "No" is an answer here: the place or the day is not served.
    const said = error instanceof ConnectorError && error.problem.vendorCode !== undefined ? error.problem : undefined;
    if (
      said &&
      (said.kind === 'refused' || said.kind === 'invalid-input') &&
      said.vendorCode?.startsWith('95') === true
    )
      return { available: false, messages: [said.message] };
    throw error;
  }
}

/** PRN: eleven characters by the contract, thirteen in recorded answers. */
const PRN = /^[0-9A-Z]{10,26}$/;

async function book(input: PickupInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await call(env, {
    method: 'POST',
    path: '/api/pickupcreation/v2409/pickup',
    name: 'book pickup',
    json: bookMessage(input, accountNumber(env)),
  });
  return readBooking(response.json());
}

/** @throws FieldProblem when the number cannot be read: what was booked has to be asked for again */
export function readBooking(json: unknown): Extract<StepOutcome<PickupResult>, { kind: 'done' }> {
  const answer = readObject(json).object('PickupCreationResponse');
  const confirmation = answer.string('PRN', PRN);
  const charged = answer.maybe('RateResult', (n) => rateResult(answer.object(n)));
  const messages = answer.maybe('Response', (n) => alertsOf(answer.object(n))) ?? [];
  return { kind: 'done', keep: { prn: confirmation }, result: { confirmation, charged, messages } };
}

async function cancelPickup(
  input: BookedPickup,
  _kept: unknown,
  env: CarrierEnv,
): Promise<StepOutcome<PickupCancelled>> {
  try {
    const response = await call(env, {
      method: 'DELETE',
      // 02 is "by PRN".
      path: '/api/shipments/v2409/pickup/02',
      name: 'cancel pickup',
      headers: { Prn: input.confirmation },
    });
    return readCancelled(response.json());
  } catch (error) {
    // A number is all that was said: a 400 is UPS's no, not a mistake of a person.
    if (!(error instanceof ConnectorError) || error.problem.kind !== 'invalid-input') throw error;
    throw new ConnectorError({ ...error.problem, kind: 'refused' });
  }
}

/** @throws FieldProblem when the answer does not say success */
export function readCancelled(json: unknown): Extract<StepOutcome<PickupCancelled>, { kind: 'done' }> {
  const answer = readObject(json).object('PickupCancelResponse');
  const response = answer.object('Response');
  if (!response.object('ResponseStatus').choice('Code', { '1': true, '0': false }))
    throw new FieldProblem(response.at('ResponseStatus'), 'does not say success');
  return { kind: 'done', result: { messages: alertsOf(response) } };
}

const DAY_MS = 86_400_000;

/** The list of pending pickups holds today's and tomorrow's that are not completed. */
async function recoverCancel(input: BookedPickup, step: string, _kept: unknown, env: CarrierEnv) {
  const response = await call(env, {
    method: 'GET',
    path: '/api/shipments/v2409/pickup/oncall',
    name: 'pending pickups',
    headers: { AccountNumber: accountNumber(env) },
  });
  const answer = readObject(response.json()).object('PickupPendingStatusResponse');
  const pending = everyOf(answer, 'PendingStatus', (p) => ({
    prn: p.string('PRN', PRN),
    day: compactDay(p, 'ServiceDate'),
    cancelled: p.has('OnCallStatusCode') && p.string('OnCallStatusCode') === '007',
  }));
  const own = pending.find((p) => p.prn === input.confirmation);
  const found: Recovery<PickupCancelled> = { kind: 'found', step, result: { messages: [] } };
  if (own) return own.cancelled ? found : ({ kind: 'absent' } as const);
  const tomorrow = new Date(env.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  if (input.date <= tomorrow) return found;
  throw fail('unknown-effect', 'UPS lists only pickups of today and tomorrow; ask UPS whether this one is cancelled.', {
    vendorCode: 'cannot-be-asked',
  });
}

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [{ name: 'book', effect: 'create', run: book }],
    recovery: 'own-key',
    settleAfterMs: 0,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancelPickup }],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: 60_000,
  },
};
