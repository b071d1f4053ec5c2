/** On-call pickups: priced, booked once for a place, day and reference, cancelled, listed while pending. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { dollars } from '@scanship/simulator-kit/tariff';
import { z } from 'zod';
import { SUCCESS } from './answers.ts';
import { accept, context, refuse, text } from './contract.ts';

const request = z.object({ SubVersion: text(4, 4).optional(), TransactionReference: context });
const flag = text(1).optional();
const day = z.object({ CloseTime: text(4, 4), ReadyTime: z.string(), PickupDate: text(8, 8) });
const place = {
  City: text(50),
  StateProvince: text(50).optional(),
  CountryCode: text(2, 2),
  ResidentialIndicator: text(1),
};

export const priceRequest = z.object({
  PickupRateRequest: z.object({
    Request: request,
    ShipperAccount: z.object({ AccountNumber: text(10, 6), AccountCountryCode: text(2, 2) }).optional(),
    PickupAddress: z.object({ ...place, AddressLine: text(73).optional(), PostalCode: text(8) }),
    AlternateAddressIndicator: text(1),
    ServiceDateOption: text(2),
    PickupDateInfo: day.extend({ ReadyTime: text(4, 4) }).optional(),
    TaxInformationIndicator: flag,
    UserLevelDiscountIndicator: flag,
  }),
});

export const bookRequest = z.object({
  PickupCreationRequest: z.object({
    Request: request,
    RatePickupIndicator: text(1),
    TaxInformationIndicator: flag,
    UserLevelDiscountIndicator: flag,
    Shipper: z
      .object({ Account: z.object({ AccountNumber: text(10, 6), AccountCountryCode: text(2, 2) }).optional() })
      .optional(),
    PickupDateInfo: day,
    PickupAddress: z.object({
      ...place,
      CompanyName: text(27),
      ContactName: text(22),
      AddressLine: z.array(text(73)),
      PostalCode: text(8).optional(),
      PickupPoint: text(11).optional(),
      Phone: z.object({ Number: text(25), Extension: text(10).optional() }),
    }),
    AlternateAddressIndicator: text(1),
    PickupPiece: z.array(
      z.object({
        ServiceCode: text(3, 3),
        Quantity: text(3),
        DestinationCountryCode: text(2, 2),
        ContainerCode: text(2, 2),
      }),
    ),
    TotalWeight: z.object({ Weight: text(6), UnitOfMeasurement: text(3, 3) }).optional(),
    OverweightIndicator: flag,
    PaymentMethod: text(2, 2),
    SpecialInstruction: text(57).optional(),
    ReferenceNumber: text(35).optional(),
    ShippingLabelsAvailable: flag,
  }),
});

const numberOf = (account: SimAccount): string => account.credentials['accountNumber'] ?? '';

/** Times of day and a day to come, a Sunday apart. */
function checkDay(info: z.infer<typeof day>, sim: SimContext): void {
  const { PickupDate: compact } = info;
  const written = `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
  const at = Date.parse(`${written}T00:00:00Z`);
  const today = sim.now().toISOString().slice(0, 10);
  if (!/^\d{8}$/.test(compact) || Number.isNaN(at) || written < today) refuse('9510112', 'Invalid pickup date');
  if (new Date(at).getUTCDay() === 0) refuse('9510113', 'No pickup service on the requested day');
  const time = /^([01]\d|2[0-3])[0-5]\d$/;
  if (!time.test(info.ReadyTime)) refuse('9510114', 'Invalid ready time');
  if (!time.test(info.CloseTime) || info.CloseTime <= info.ReadyTime) refuse('9510115', 'Invalid close time');
}

/** Invented: a base charge, fuel, and HST in Canada. */
function rateResult(country: string): JsonObject {
  const base = country === 'CA' ? 695 : 825;
  const fuel = Math.round(base * 0.18);
  const tax = country === 'CA' ? Math.round((base + fuel) * 0.13) : 0;
  return {
    RateType: 'FD',
    CurrencyCode: country === 'CA' ? 'CAD' : 'USD',
    ChargeDetail: [
      { ChargeCode: 'B', ChargeDescription: 'BASE CHARGE', ChargeAmount: dollars(base) },
      { ChargeCode: 'S', ChargeDescription: 'FUEL SURCHARGE', ChargeAmount: dollars(fuel) },
    ],
    ...(tax === 0 ? {} : { TaxCharges: [{ Type: 'HST', MonetaryValue: dollars(tax) }], TotalTax: dollars(tax) }),
    GrandTotalOfAllCharge: dollars(base + fuel + tax),
  };
}

export function pickupPrice(r: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const asked = accept(priceRequest, jsonBody(r)).PickupRateRequest;
  if (asked.ShipperAccount && asked.ShipperAccount.AccountNumber !== numberOf(account))
    refuse('9500528', 'Invalid shipper account number');
  if (asked.ServiceDateOption === '03') {
    if (!asked.PickupDateInfo) return refuse('9510110', 'Missing pickup date');
    checkDay(asked.PickupDateInfo, sim);
  }
  return jsonAnswer(200, {
    PickupRateResponse: {
      Response: { ResponseStatus: SUCCESS },
      RateResult: rateResult(asked.PickupAddress.CountryCode),
    },
  });
}

const dayOf = ({ data }: BookEntry): string => (typeof data['day'] === 'string' ? data['day'] : '');

const isCancelled = (sim: SimContext, id: string): boolean =>
  sim.books.byId(id).some((e) => e.kind === 'pickup-cancelled');

export function bookPickup(r: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const asked = accept(bookRequest, jsonBody(r)).PickupCreationRequest;
  if (asked.PaymentMethod === '01' && asked.Shipper?.Account?.AccountNumber !== numberOf(account))
    refuse('9500528', 'Invalid shipper account number');
  checkDay(asked.PickupDateInfo, sim);
  if (asked.PickupPiece.length === 0 || asked.PickupPiece.some((p) => !/^[1-9]\d{0,2}$/.test(p.Quantity)))
    refuse('9510160', 'Invalid number of pickup pieces');
  const reference = asked.ReferenceNumber;
  const same = (e: BookEntry): boolean =>
    e.kind === 'pickup' && e.account === account.id && e.data['day'] === asked.PickupDateInfo.PickupDate;
  // The same booking again has the same number (Pickup API, PRN). Place and day alone would join strangers' tests.
  const before =
    reference === undefined
      ? undefined
      : sim.books.byReference(reference).find((e) => same(e) && !isCancelled(sim, e.id));
  const entry =
    before ??
    sim.books.append({
      kind: 'pickup',
      id: `29${String(randomInt(10 ** 9)).padStart(9, '0')}`,
      account: account.id,
      reference,
      data: { day: asked.PickupDateInfo.PickupDate, contact: asked.PickupAddress.ContactName },
    });
  return jsonAnswer(200, {
    PickupCreationResponse: {
      Response: {
        ResponseStatus: SUCCESS,
        TransactionReference: { CustomerContext: asked.Request.TransactionReference?.CustomerContext ?? '' },
      },
      PRN: entry.id,
      RateStatus: { Code: '01', Description: 'Rate available' },
      RateResult: rateResult(asked.PickupAddress.CountryCode),
    },
  });
}

export function cancelPickup(r: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  if (r.params['by'] !== '02') refuse('9500541', 'Invalid CancelBy');
  const prn = r.headers['prn'] ?? '';
  const entry = sim.books.byId(prn).find((e) => e.kind === 'pickup' && e.account === account.id);
  if (!entry) return refuse('9500542', 'No pickup found for this number');
  if (isCancelled(sim, prn)) refuse('9510118', 'The pickup has already been cancelled');
  sim.books.append({ kind: 'pickup-cancelled', id: prn, account: account.id, reference: entry.reference, data: {} });
  return jsonAnswer(200, { PickupCancelResponse: { Response: { ResponseStatus: SUCCESS }, PickupType: '01' } });
}

export function pendingPickups(r: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  if (r.headers['accountnumber'] === undefined) refuse('10006', 'Missing or invalid AccountNumber');
  if (r.headers['accountnumber'] !== numberOf(account)) refuse('9500528', 'Invalid shipper account number');
  const tomorrow = new Date(sim.now().getTime() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const pending = sim.books
    .all()
    .filter((e) => e.kind === 'pickup' && e.account === account.id && !isCancelled(sim, e.id))
    .filter((e) => dayOf(e) <= tomorrow);
  return jsonAnswer(200, {
    PickupPendingStatusResponse: {
      Response: { ResponseStatus: SUCCESS },
      PendingStatus: pending.map((e) => ({
        PickupType: '01',
        ServiceDate: dayOf(e),
        PRN: e.id,
        OnCallStatusCode: '012',
        PickupStatusMessage: 'Your pickup request is being processed',
        ...(e.reference === undefined ? {} : { ReferenceNumber: e.reference }),
      })),
    },
  });
}
