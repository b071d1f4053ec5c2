/**
 * Simulator for the UPS REST APIs: OAuth, Rating, Shipping (ship, void, label recovery), Tracking, pickups, addresses, documents
 * and landed cost. It refuses what the
 * contract refuses (contract.ts) and what UPS says in words (rules.ts).
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { labelGif } from '@scanship/simulator-kit/label-gif';
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import { serviceName } from '../src/services.ts';
import { negotiatedCharges, publishedCharges, ratedShipment, REFERENCE_RATES, SUCCESS } from './answers.ts';
import {
  accept,
  rateRequest,
  recoveryRequest,
  refuse,
  shipRequest,
  type RateRequest,
  type ShipRequest,
} from './contract.ts';
import { checkAddress } from './addresses.ts';
import { isTrackingNumber, trackingNumber } from './numbers.ts';
import { push, quote, upload } from './papers.ts';
import { bookPickup, cancelPickup, pendingPickups, pickupPrice } from './pickups.ts';
import { checkRate, checkShip, TAKES_EXPRESS_PACKAGING, currencyOf, isAbroad } from './rules.ts';
import { createSignIn, errorAnswer } from './sign-in.ts';
import { pricesFor, type PricedService, saturdayOf } from './tariff.ts';
import { trackAnswer } from './tracking.ts';

const signIn = createSignIn();

/** Accounts whose application may see negotiated prices. */
const NEGOTIATED: ReadonlySet<string> = new Set(['ups-alpha', 'ups-beta']);

const accountNumberOf = (account: SimAccount): string => account.credentials['accountNumber'] ?? '';

type Parcels = readonly {
  readonly PackageWeight?:
    | { readonly Weight: string; readonly UnitOfMeasurement: { readonly Code: string } }
    | undefined;
  readonly PackageServiceOptions?: { readonly DeliveryConfirmation?: unknown } | undefined;
  readonly PackagingType?: { readonly Code: string } | undefined;
}[];

const kilogramsOf = (parcels: Parcels): number[] =>
  parcels.map((p) => {
    const weight = Number(p.PackageWeight?.Weight ?? 0);
    return p.PackageWeight?.UnitOfMeasurement.Code === 'LBS' ? weight * 0.453_592_37 : weight;
  });

interface Way {
  readonly from: { readonly CountryCode: string };
  readonly to: {
    readonly CountryCode: string;
    readonly StateProvinceCode?: string | undefined;
    readonly ResidentialAddressIndicator?: string | undefined;
  };
}

interface Options {
  readonly DeliveryConfirmation?: unknown;
  readonly SaturdayDeliveryIndicator?: string | undefined;
}

const priced = ({ from, to }: Way, parcels: Parcels, options: Options = {}): PricedService[] =>
  pricesFor({
    from: from.CountryCode,
    to: to.CountryCode,
    province: to.StateProvinceCode ?? '',
    residential: to.ResidentialAddressIndicator !== undefined,
    signature:
      options.DeliveryConfirmation !== undefined ||
      parcels.some((p) => p.PackageServiceOptions?.DeliveryConfirmation !== undefined),
    saturday: options.SaturdayDeliveryIndicator !== undefined,
    kilograms: kilogramsOf(parcels),
  });

const dayOf = (compact: string | undefined, now: Date): string =>
  compact === undefined
    ? now.toISOString().slice(0, 10)
    : `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;

function rates(request: SimRequest, sim: SimContext): SimAnswer {
  const account = signIn.accountOf(request, sim);
  const option = request.params['option'] ?? '';
  if (!['Shop', 'Shoptimeintransit'].includes(option)) refuse('111000', 'Invalid request option');
  const { RateRequest } = accept(rateRequest, jsonBody(request));
  const asked = RateRequest.Shipment;
  checkRate(asked, accountNumberOf(account));
  const way: Way = { from: asked.ShipFrom?.Address ?? asked.Shipper.Address, to: asked.ShipTo.Address };
  const express = asked.Package.some((p) => (p.PackagingType?.Code ?? '02') !== '02');
  const pickup = dayOf(asked.DeliveryTimeInformation?.Pickup?.Date, sim.now());
  const options = asked.ShipmentServiceOptions ?? {};
  const onSaturday = ({ code }: PricedService): string | undefined =>
    saturdayOf(code, pickup, { from: way.from.CountryCode, to: way.to.CountryCode });
  // Without a word UPS answers both variants of a service that can be had on a Saturday; with the indicator that one alone.
  const variants = [
    ...(options.SaturdayDeliveryIndicator === undefined
      ? priced(way, asked.Package, options).map((service) => ({
          service,
          saturday: false,
          arrival: addWorkingDays(pickup, service.days),
        }))
      : []),
    ...priced(way, asked.Package, { ...options, SaturdayDeliveryIndicator: '' }).flatMap((service) => {
      const arrival = onSaturday(service);
      return arrival === undefined ? [] : [{ service, saturday: true, arrival }];
    }),
  ].filter(({ service }) => !express || TAKES_EXPRESS_PACKAGING.has(service.code));
  if (variants.length === 0) refuse('111210', 'The requested service is unavailable between the selected locations.');
  return jsonAnswer(200, {
    RateResponse: {
      Response: {
        ResponseStatus: SUCCESS,
        Alert: [REFERENCE_RATES],
        TransactionReference: { CustomerContext: RateRequest.Request.TransactionReference?.CustomerContext ?? '' },
      },
      RatedShipment: variants.map(({ service, saturday, arrival }) =>
        ratedShipment(service, {
          name: serviceName(service.code, way.from.CountryCode, way.to.CountryCode) ?? '',
          currency: currencyOf(way.from),
          unit: currencyOf(way.from) === 'USD' ? 'LBS' : 'KGS',
          weight: weightOf(asked),
          packages: asked.Package.map((p) => p.PackageWeight?.Weight ?? '0.0'),
          negotiated: wantsNegotiated(asked) && NEGOTIATED.has(account.id),
          pickup,
          arrival: option === 'Shoptimeintransit' ? arrival : undefined,
          saturday,
        }),
      ),
    },
  });
}

const wantsNegotiated = (asked: RateRequest | ShipRequest['Shipment']): boolean =>
  asked.ShipmentRatingOptions?.NegotiatedRatesIndicator !== undefined;

const weightOf = (asked: { readonly Package: Parcels }): string =>
  asked.Package.reduce((sum, p) => sum + Number(p.PackageWeight?.Weight ?? 0), 0).toFixed(1);

const ship: SimRoute['handle'] = async (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const body = jsonBody(request);
  const asked = accept(shipRequest, body).ShipmentRequest;
  checkShip(asked, accountNumberOf(account));
  const entry = buy(asked, body, account, sim);
  return shipAnswer(asked, entry, account, sim);
};

/** Checks are done; prices and books without a pause between. */
function buy(asked: ShipRequest, body: unknown, account: SimAccount, sim: SimContext): BookEntry {
  const s = asked.Shipment;
  const numbers = s.Package.map(() => trackingNumber(accountNumberOf(account), s.Service.Code));
  const id = numbers[0] ?? '';
  const references = [...(s.ReferenceNumber ?? []), ...s.Package.flatMap((p) => p.ReferenceNumber ?? [])];
  const entry = sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: references[0]?.Value,
    data: { request: (body as { ShipmentRequest: JsonObject }).ShipmentRequest, numbers },
  });
  for (const number of numbers)
    if (number !== id) sim.books.append({ kind: 'note', id: number, account: account.id, data: { shipment: id } });
  return entry;
}

const requestOf = (entry: BookEntry): ShipRequest =>
  shipRequest.parse({ ShipmentRequest: entry.data['request'] }).ShipmentRequest;
const numbersOf = (entry: BookEntry): string[] => entry.data['numbers'] as string[];

async function shipAnswer(
  asked: ShipRequest,
  entry: BookEntry,
  account: SimAccount,
  sim: SimContext,
): Promise<SimAnswer> {
  const s = asked.Shipment;
  const way: Way = { from: (s.ShipFrom ?? s.Shipper).Address, to: s.ShipTo.Address };
  const service = priced(way, s.Package, s.ShipmentServiceOptions).find((one) => one.code === s.Service.Code);
  if (!service)
    throw new SimRefusal(400, '120124', 'The requested service is unavailable between the selected locations');
  const currency = currencyOf(way.from);
  const own = wantsNegotiated(s) && NEGOTIATED.has(account.id);
  const format = asked.LabelSpecification?.LabelImageFormat.Code ?? 'GIF';
  const packages: JsonObject[] = [];
  for (const number of numbersOf(entry))
    packages.push({
      TrackingNumber: number,
      ServiceOptionsCharges: { CurrencyCode: currency, MonetaryValue: '0.00' },
      ShippingLabel: {
        ImageFormat: { Code: format, Description: format },
        GraphicImage: await label(entry, number, format, sim),
      },
    });
  const forms = s.ShipmentServiceOptions?.InternationalForms;
  return jsonAnswer(200, {
    ShipmentResponse: {
      Response: {
        ResponseStatus: SUCCESS,
        Alert: own
          ? []
          : [
              {
                Code: '120900',
                Description: 'User Id and Shipper Number combination is not qualified to receive negotiated rates',
              },
            ],
        TransactionReference: { CustomerContext: asked.Request.TransactionReference?.CustomerContext ?? '' },
      },
      ShipmentResults: {
        ShipmentCharges: publishedCharges(service.published, s.Package.length, currency),
        ...(own ? { NegotiatedRateCharges: negotiatedCharges(service.negotiated, currency) } : {}),
        BillingWeight: {
          UnitOfMeasurement: s.Package[0]?.PackageWeight?.UnitOfMeasurement ?? { Code: 'KGS' },
          Weight: weightOf(s),
        },
        ShipmentIdentificationNumber: entry.id,
        PackageResults: packages,
        ...(forms
          ? {
              Form: {
                Code: '01',
                Description: 'All Requested International Forms',
                Image: {
                  ImageFormat: { Code: 'PDF', Description: 'PDF' },
                  GraphicImage: await base64(
                    sim.drawLabel({ ...labelModel(asked, entry.id, 0), carrierName: 'INVOICE' }, 'pdf'),
                  ),
                },
              },
            }
          : {}),
      },
    },
  });
}

const base64 = async (bytes: Uint8Array | Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString('base64');

/** A GIF lies on its side on 1400 x 800 dots, as UPS's does. */
const SIDEWAYS = { label: { width: 800, height: 1200 }, canvas: { width: 1400, height: 800 }, onItsSide: true };

async function label(entry: BookEntry, number: string, format: string, sim: SimContext): Promise<string> {
  const model = labelModel(requestOf(entry), number, numbersOf(entry).indexOf(number));
  if (format === 'ZPL') return base64(sim.drawLabel(model, 'zpl'));
  const pdf = await sim.drawLabel(model, 'pdf');
  return base64(format === 'PDF' ? pdf : labelGif(pdf, SIDEWAYS));
}

const person = (party: ShipRequest['Shipment']['ShipTo']): LabelModel['to'] => ({
  name: party.AttentionName ?? party.Name,
  companyName: party.AttentionName === party.Name ? undefined : party.Name,
  address1: party.Address.AddressLine[0] ?? '',
  address2: party.Address.AddressLine.slice(1).join(', ') || undefined,
  city: party.Address.City,
  provinceCode: party.Address.StateProvinceCode ?? '',
  zipcode: party.Address.PostalCode ?? '',
  countryCode: party.Address.CountryCode,
});

function labelModel(asked: ShipRequest, number: string, index: number): LabelModel {
  const s = asked.Shipment;
  const from = s.ShipFrom ?? s.Shipper;
  return {
    carrierName: 'UPS (TEST)',
    serviceName: serviceName(s.Service.Code, from.Address.CountryCode, s.ShipTo.Address.CountryCode) ?? s.Service.Code,
    trackingNumber: number,
    from: person(from),
    to: person(s.ShipTo),
    weightGrams: Math.round((kilogramsOf(s.Package)[index] ?? 0) * 1000),
    shipDate: dayOf(s.ShipmentDate, new Date(0)),
    parcelNumber: index + 1,
    parcelCount: s.Package.length,
    references: [...(s.ReferenceNumber ?? []), ...(s.Package[index]?.ReferenceNumber ?? [])].map((r) => r.Value),
    test: true,
  };
}

const isVoided = (sim: SimContext, id: string): boolean => sim.books.byId(id).some((e) => e.kind === 'voided');

/** The shipment a number belongs to, lead or not; undefined for an unknown number or another account's. */
function shipmentOf(sim: SimContext, number: string, account: SimAccount): BookEntry | undefined {
  const entries = sim.books.byId(number);
  const note = entries.find((e) => e.kind === 'note');
  const id = typeof note?.data['shipment'] === 'string' ? note.data['shipment'] : number;
  return sim.books.byId(id).find((e) => e.kind === 'paid' && e.account === account.id);
}

const VOID_HOURS = 2;

function voidShipment(request: SimRequest, sim: SimContext): SimAnswer {
  const account = signIn.accountOf(request, sim);
  const id = request.params['id'] ?? '';
  if (!/^1Z[0-9A-Z]{16}$/.test(id)) refuse('190100', 'Invalid ShipmentIdentificationNumber.');
  const entry = sim.books.byId(id).find((e) => e.kind === 'paid' && e.account === account.id);
  if (!entry) return refuse('190102', 'No shipment found within the allowed void period');
  if (isVoided(sim, id)) refuse('190117', 'The Shipment has already been voided');
  if (sim.now().getTime() - Date.parse(entry.at) > VOID_HOURS * 3_600_000)
    refuse('190102', 'No shipment found within the allowed void period');
  sim.books.append({ kind: 'voided', id, account: account.id, reference: entry.reference, data: {} });
  const Status: JsonObject = { Code: '1', Description: 'Voided' };
  return jsonAnswer(200, {
    VoidShipmentResponse: {
      Response: { ResponseStatus: SUCCESS },
      SummaryResult: { Status },
      PackageLevelResult: numbersOf(entry).map((TrackingNumber) => ({ TrackingNumber, Status })),
    },
  });
}

const UNKNOWN =
  'The shipment for the requested tracking number or the combination of reference number plus shipper number could not be found. Please check the submitted data or wait until the shipment is processed.';

const recover: SimRoute['handle'] = async (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(recoveryRequest, jsonBody(request)).LabelRecoveryRequest;
  const by = asked.ReferenceValues;
  if (!by && !asked.TrackingNumber)
    return refuse('300005', 'Either tracking number or combination of reference plus shipper number required');
  if (by && by.ShipperNumber !== accountNumberOf(account)) refuse('300031', 'Invalid Shipper Number');
  const format = asked.LabelSpecification?.LabelImageFormat?.Code ?? 'GIF';
  if (!['GIF', 'PDF', 'ZPL'].includes(format)) refuse('300013', 'Invalid Label Print Method');
  if (format !== 'ZPL' && asked.LabelSpecification?.LabelStockSize)
    refuse('9801050', 'Label Stock Size not allowed for specified Label Image Type');
  const number = asked.TrackingNumber;
  const found =
    number === undefined
      ? sim.books
          .byReference(by?.ReferenceNumber.Value ?? '')
          .filter((e) => e.kind === 'paid' && e.account === account.id)
      : [shipmentOf(sim, number, account)].filter((e) => e !== undefined);
  const [entry] = found;
  if (!entry) return refuse('9801031', UNKNOWN);
  if (found.length > 1)
    refuse('300035', 'Too many shipments found with the requested Shipper Number and Reference Number.');
  if (isVoided(sim, entry.id))
    refuse('9801040', 'The shipment for which you are trying to recover a label or Receipt has been voided');
  const s = requestOf(entry).Shipment;
  const numbers = number === undefined ? numbersOf(entry) : [number];
  // A reference of several packages finds packages, not a shipment.
  const candidates = number === undefined && numbers.length > 1 && s.ReferenceNumber === undefined;
  const LabelResults: JsonObject[] = [];
  if (!candidates)
    for (const TrackingNumber of numbers)
      LabelResults.push({
        TrackingNumber,
        LabelImage: {
          LabelImageFormat: { Code: format },
          GraphicImage: await label(entry, TrackingNumber, format, sim),
        },
      });
  return jsonAnswer(200, {
    LabelRecoveryResponse: {
      Response: { ResponseStatus: SUCCESS },
      ShipmentIdentificationNumber: entry.id,
      LabelResults,
      ...(candidates
        ? {
            TrackingCandidate: numbers.map((TrackingNumber) => ({
              TrackingNumber,
              DestinationPostalCode: s.ShipTo.Address.PostalCode ?? '',
              DestinationCountryCode: s.ShipTo.Address.CountryCode,
            })),
          }
        : {}),
    },
  });
};

const track: SimRoute['handle'] = async (request, sim) => {
  const account = signIn.accountOf(request, sim);
  for (const header of ['transid', 'transactionsrc'])
    if (!request.headers[header])
      refuse('TV0010', `Missing or invalid ${header === 'transid' ? 'transId' : 'transactionSrc'}`);
  const number = request.params['number'] ?? '';
  if (number.length < 7 || number.length > 34 || (number.startsWith('1Z') && !isTrackingNumber(number)))
    refuse('TV1002', 'Invalid inquiry number');
  const entry = shipmentOf(sim, number, account);
  if (!entry) throw new SimRefusal(404, 'TW0001', 'Tracking Information Not Found');
  const s = requestOf(entry).Shipment;
  const from = (s.ShipFrom ?? s.Shipper).Address;
  const service = priced({ from, to: s.ShipTo.Address }, s.Package).find((one) => one.code === s.Service.Code);
  return jsonAnswer(
    200,
    trackAnswer(number, {
      boughtAt: new Date(entry.at),
      now: sim.now(),
      days: service?.days ?? 5,
      abroad: isAbroad(from, s.ShipTo.Address),
      voided: isVoided(sim, entry.id),
      from,
      to: s.ShipTo.Address,
      service: {
        code: s.Service.Code,
        description: serviceName(s.Service.Code, from.CountryCode, s.ShipTo.Address.CountryCode) ?? '',
      },
      packageCount: s.Package.length,
      proof:
        request.query.get('returnPOD') === 'true'
          ? await base64(
              sim.drawLabel({ ...labelModel(requestOf(entry), number, 0), carrierName: 'PROOF (TEST)' }, 'pdf'),
            )
          : undefined,
    }),
  );
};

/** A call of an account that is signed in. */
const signed =
  (handle: (request: SimRequest, sim: SimContext, account: SimAccount) => SimAnswer): SimRoute['handle'] =>
  (request, sim) =>
    handle(request, sim, signIn.accountOf(request, sim));

const route = routesOf((r) => errorAnswer(r.status, r.code, r.message));

export const simulator = createSimulator({
  slug: 'ups',
  name: 'UPS',
  accounts: [
    {
      id: 'ups-alpha',
      name: 'Alpha Test Shop',
      credentials: { clientId: 'ups-alpha-client', clientSecret: 'ups-alpha-secret', accountNumber: 'A1B2C3' },
    },
    {
      id: 'ups-beta',
      name: 'Beta Test Shop',
      credentials: { clientId: 'ups-beta-client', clientSecret: 'ups-beta-secret', accountNumber: 'B4C5D6' },
    },
    {
      id: 'ups-retail',
      name: 'A shop without negotiated prices',
      credentials: { clientId: 'ups-retail-client', clientSecret: 'ups-retail-secret', accountNumber: 'R7E8T9' },
    },
  ],
  routes: [
    ...signIn.routes,
    route('rates', 'POST', '/api/rating/v2409/:option', 'read', rates),
    route('ship', 'POST', '/api/shipments/v2409/ship', 'effect', ship),
    route('void', 'DELETE', '/api/shipments/v2409/void/cancel/:id', 'effect', voidShipment),
    route('recovery', 'POST', '/api/labels/v1/recovery', 'read', recover),
    route('track', 'GET', '/api/track/v1/details/:number', 'read', track),
    route('pickup-price', 'POST', '/api/shipments/v2409/pickup/oncall', 'read', signed(pickupPrice)),
    route('pickups', 'GET', '/api/shipments/v2409/pickup/oncall', 'read', signed(pendingPickups)),
    route('pickup-cancel', 'DELETE', '/api/shipments/v2409/pickup/:by', 'effect', signed(cancelPickup)),
    route('pickup', 'POST', '/api/pickupcreation/v2409/pickup', 'effect', signed(bookPickup)),
    route('address', 'POST', '/api/addressvalidation/v2/:option', 'read', signed(checkAddress)),
    route('upload', 'POST', '/api/paperlessdocuments/v2/upload', 'effect', signed(upload)),
    route('push', 'POST', '/api/paperlessdocuments/v2/image', 'effect', signed(push)),
    route('landed-cost', 'POST', '/api/landedcost/v1/quotes', 'read', signed(quote)),
  ],
});
