/** Prices, packages in the books, their way. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, packageRequest, rateRequest, type PackageRequest } from './contract.ts';

/** Cents for a parcel and for each pound; the days it takes. Invented. */
const TARIFF: Readonly<Record<string, { readonly base: number; readonly pound: number; readonly days: number }>> = {
  '65': { base: 995, pound: 410, days: 7 },
  '66': { base: 795, pound: 360, days: 10 },
  '19': { base: 1495, pound: 520, days: 6 },
};
const POUNDS_PER_KG = 2.204_622_62;
const MOST_POUNDS = 66;

interface Load {
  readonly country: string;
  readonly pounds: number;
}

function rateOf(product: string, { country, pounds }: Load): JsonObject[] {
  const tariff = TARIFF[product];
  if (!tariff || (product === '19' && country === 'US')) return [];
  const cents = tariff.base + Math.ceil(pounds) * tariff.pound;
  return [{ productCode: product, rate: cents / 100, currencyType: 'USD' }];
}

const OK: JsonObject = { responseStatusCode: 200, responseStatusMessage: '' };

function ownAccount(named: string, account: SimAccount): void {
  if (named !== account.credentials['accountNumber'])
    throw new SimRefusal(403, '403', 'The account is not one of this user');
}

function pounds(weight: number, unit: 'Lb' | 'Kg'): number {
  const value = unit === 'Kg' ? weight * POUNDS_PER_KG : weight;
  if (value > MOST_POUNDS) throw new SimRefusal(400, '400', 'totalPackageWeight is above the limit');
  return value;
}

export function rates(query: URLSearchParams, account: SimAccount): JsonObject {
  const asked = accept(rateRequest, Object.fromEntries(query));
  ownAccount(asked.accountNumber, account);
  const load = {
    country: asked.recipientCountryCode,
    pounds: pounds(Number(asked.totalPackageWeight), asked.weightUnit),
  };
  const products = asked.productCode === '*' ? ['65', '66', '19'] : [asked.productCode];
  return { shippingRates: products.flatMap((one) => rateOf(one, load)), responseStatus: OK };
}

interface Kept {
  readonly entry: BookEntry;
  readonly asked: PackageRequest;
  readonly number: string;
}

function live(account: SimAccount, sim: SimContext): readonly Kept[] {
  return sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .filter((e) => !sim.books.byId(e.id).some(({ kind }) => kind === 'voided'))
    .map((entry) => {
      const { number } = entry.data;
      return {
        entry,
        asked: packageRequest.parse(entry.data['request']),
        number: typeof number === 'string' ? number : '',
      };
    });
}

function modelOf({ asked, number, entry }: Kept): LabelModel {
  return {
    carrierName: 'ASENDIA USA',
    serviceName: `PRODUCT ${asked.productCode}`,
    trackingNumber: number,
    from: {
      name: [asked.returnFirstName, asked.returnLastName].filter(Boolean).join(' '),
      address1: asked.returnAddressLine1,
      city: asked.returnCity,
      provinceCode: asked.returnProvince ?? '',
      zipcode: asked.returnPostalCode ?? '',
      countryCode: asked.returnCountryCode,
    },
    to: {
      name: `${asked.recipientFirstName} ${asked.recipientLastName}`,
      address1: asked.recipientAddressLine1,
      city: asked.recipientCity,
      provinceCode: asked.recipientProvince ?? '',
      zipcode: asked.recipientPostalCode ?? '',
      countryCode: asked.recipientCountryCode,
    },
    weightGrams: Math.round(pounds(asked.totalPackageWeight, asked.weightUnit) * 453.592_37),
    shipDate: entry.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [asked.orderNumber ?? '', asked.packageID],
    test: true,
  };
}

export async function create(body: unknown, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const asked = accept(packageRequest, body);
  ownAccount(asked.accountNumber, account);
  const load = { country: asked.recipientCountryCode, pounds: pounds(asked.totalPackageWeight, asked.weightUnit) };
  const shippingRates = rateOf(asked.productCode, load);
  if (shippingRates.length === 0) throw new SimRefusal(400, '400', 'productCode is not offered to this country');
  if (load.country !== asked.returnCountryCode && (asked.items ?? []).length === 0)
    throw new SimRefusal(400, '400', 'items are required for this country');
  if (live(account, sim).some(({ asked: other }) => other.packageID === asked.packageID))
    throw new SimRefusal(409, '409', 'packageID is in use');
  const entry = sim.books.append({
    kind: 'paid',
    id: asked.packageID,
    account: account.id,
    reference: asked.customerReferenceNumber1,
    data: { request: body as Json, number: `AS${randomInt(100_000_000, 1_000_000_000)}US` },
  });
  const kept = live(account, sim).find((one) => one.entry.id === entry.id);
  if (!kept) throw new RangeError('the package that was just made is not in the books');
  const zpl = asked.labelType === 'ZPL';
  const bytes = await sim.drawLabel(modelOf(kept), zpl ? 'zpl' : 'pdf');
  return {
    shippingRates: asked.includeRate === true ? shippingRates : [],
    packageLabel: {
      packageId: entry.id,
      trackingNumber: kept.number,
      labels: [{ name: 'Label', type: asked.labelType, content: Buffer.from(bytes).toString('base64') }],
    },
    responseStatus: OK,
  };
}

const HOUR = 3_600_000;

export function remove(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  ownAccount(query.get('accountNumber') ?? '', account);
  const id = query.get('packageID') ?? '';
  const found = live(account, sim).find(({ entry }) => entry.id === id);
  if (!found) throw new SimRefusal(404, '404', `Package ${id} is not found`);
  if (sim.now().getTime() - Date.parse(found.entry.at) > 2 * HOUR)
    throw new SimRefusal(409, '409', 'The package is processed already');
  sim.books.append({ kind: 'voided', id, account: account.id, reference: found.entry.reference, data: {} });
  return { responseStatusCode: 200, responseStatusMessage: '' };
}

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['s1', 'Shipment Information Received'],
  accepted: ['s2a', 'Processed By Asendia'],
  departed: ['s4', 'Departed from USA'],
  customs: ['s7', 'Out of Customs'],
  out: ['s9', 'Out for Delivery'],
  delivered: ['s10', 'Delivered'],
};

export function track(number: string, account: SimAccount, sim: SimContext): JsonObject {
  const kept = live(account, sim).find((one) => one.number === number);
  if (!kept)
    return { data: [], responseStatus: { responseStatusCode: 204, responseStatusMessage: 'no package data found' } };
  const { asked, entry } = kept;
  const crosses = asked.recipientCountryCode !== asked.returnCountryCode;
  const days = TARIFF[asked.productCode]?.days ?? 7;
  const story = storyOf(new Date(entry.at), sim.now(), days, crosses, {
    from: asked.returnCity,
    to: asked.recipientCity,
  });
  return {
    data: [
      {
        trackingNumberVendor: number,
        customerReferenceNumber: asked.customerReferenceNumber1 ?? '',
        // The newest comes first.
        trackingMilestoneEvents: story.toReversed().map(({ event, at, place }) => ({
          eventCode: EVENTS[event][0],
          eventDescription: EVENTS[event][1],
          eventLocation: event === 'created' ? '' : place,
          eventOn: at.toISOString().replace('Z', '+00:00'),
        })),
      },
    ],
    responseStatus: OK,
  };
}
