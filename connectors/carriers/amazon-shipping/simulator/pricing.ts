/** Invented prices of the simulator, built as Amazon's are: base, fuel, and a signature that can be added. */
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import type { JsonObject } from '@scanship/domain/values/json';
import type { RatesRequest } from './contract.ts';

interface Service {
  readonly id: string;
  readonly name: string;
  readonly days: number;
  /** Cents for the first kilogram and each further one. */
  readonly firstKg: number;
  readonly moreKg: number;
}

interface Country {
  readonly carrierId: string;
  readonly currency: string;
  readonly services: readonly Service[];
}

const one = (id: string, name: string, days: number, firstKg = 690, moreKg = 95): Service => ({
  id,
  name,
  days,
  firstKg,
  moreKg,
});

/** By value of `x-amzn-shipping-business-id`. */
export const BUSINESSES: Readonly<Record<string, Country & { readonly country: string }>> = {
  AmazonShipping_US: {
    country: 'US',
    carrierId: 'AMZN_US',
    currency: 'USD',
    services: [
      one('std-us-swa-mfn', 'Amazon Shipping Ground', 3),
      one('AMZN_US_STD', 'Amazon Shipping Standard', 4, 640, 90),
    ],
  },
  AmazonShipping_UK: {
    country: 'GB',
    carrierId: 'AMZN_UK',
    currency: 'GBP',
    services: [
      one('SWA-UK-PREM', 'Amazon Shipping One Day', 1, 520, 60),
      one('SWA-UK-2D', 'Amazon Shipping Two Day', 2, 410, 45),
    ],
  },
  AmazonShipping_FR: {
    country: 'FR',
    carrierId: 'AMZN_FR',
    currency: 'EUR',
    services: [one('SWA-FR-PRIME-PREM', 'Amazon Shipping One Day', 1, 590, 70)],
  },
  AmazonShipping_IT: {
    country: 'IT',
    carrierId: 'AMZN_IT',
    currency: 'EUR',
    services: [one('SWA-IT-PRIME-PREM', 'Spedizione nazionale express', 1, 580, 70)],
  },
  AmazonShipping_ES: {
    country: 'ES',
    carrierId: 'AMZN_ES',
    currency: 'EUR',
    services: [one('SWA-ES-PRIME-PREM', 'Amazon Shipping Express', 1, 560, 70)],
  },
  AmazonShipping_IN: {
    country: 'IN',
    carrierId: 'ATS',
    currency: 'INR',
    services: [one('SWA-IN-OA', 'Amazon Shipping Standard', 4, 6900, 2100)],
  },
};

const UNITS: Readonly<Record<string, WeightUnit>> = { GRAM: 'g', KILOGRAM: 'kg', OUNCE: 'oz', POUND: 'lb' };
export const gramsOf = (asked: RatesRequest): number =>
  asked.packages.reduce((sum, p) => sum + toGrams(p.weight.value, UNITS[p.weight.unit] ?? 'g'), 0);

const money = (cents: number, unit: string): JsonObject => ({ value: cents / 100, unit });
export const SIGNATURE = { id: 'CUST_SIG_VERIFICATION', cents: 200 } as const;
export const ADULT = { id: 'ADULT_SIGNATURE_CONFIRMATION', cents: 350 } as const;

const PRINTS: readonly JsonObject[] = ['PNG', 'ZPL', 'PDF'].map((format) => ({
  format,
  size: { width: 4, length: 6, unit: 'INCH' },
  printOptions: [
    {
      supportedDPIs: [203, 300],
      supportedPageLayouts: ['DEFAULT'],
      supportedFileJoiningOptions: [false],
      supportedDocumentDetails: [{ name: 'LABEL', isMandatory: true }],
    },
  ],
}));

export interface Rated {
  readonly rateId: string;
  readonly service: Service;
}

/** One rate as the answer has it. @param at the simulator's clock */
export function rateJson(rated: Rated, asked: RatesRequest, business: Country, at: Date): JsonObject {
  const { service } = rated;
  const grams = gramsOf(asked);
  const base = service.firstKg + Math.round((Math.max(0, grams - 1000) / 1000) * service.moreKg);
  const fuel = Math.round(base * 0.1);
  const insured = asked.packages.reduce((sum, p) => sum + p.insuredValue.value, 0);
  const insurance = insured > 100 ? Math.ceil((insured - 100) / 100) * 90 : 0;
  const unit = business.currency;
  const item = (id: string, label: string, cents: number): JsonObject => ({
    rateItemID: id,
    rateItemType: 'MANDATORY',
    rateItemCharge: money(cents, unit),
    rateItemNameLocalization: label,
  });
  const start = new Date(Math.max(at.getTime(), Date.parse(asked.shipDate ?? at.toISOString())));
  const after = (days: number, hours: number): string =>
    new Date(start.getTime() + days * 86_400_000 + hours * 3_600_000).toISOString();
  return {
    rateId: rated.rateId,
    carrierId: business.carrierId,
    carrierName: 'Amazon Shipping',
    serviceId: service.id,
    serviceName: service.name,
    billedWeight: { value: grams, unit: 'GRAM' },
    totalCharge: money(base + fuel + insurance, unit),
    promise: {
      pickupWindow: { start: after(0, 0), end: after(0, 4) },
      deliveryWindow: { start: after(service.days, 0), end: after(service.days, 6) },
    },
    supportedDocumentSpecifications: [...PRINTS],
    availableValueAddedServiceGroups: [
      {
        groupId: 'SIG_VERIFICATION',
        groupDescription: 'Signature Verification',
        isRequired: false,
        valueAddedServices: [
          { id: SIGNATURE.id, name: 'Customer Signature Verification', cost: money(SIGNATURE.cents, unit) },
          { id: ADULT.id, name: 'Adult Signature', cost: money(ADULT.cents, unit) },
        ],
      },
    ],
    requiresAdditionalInputs: false,
    rateItemList: [
      item('BASE_RATE', 'Base Rate', base),
      item('FUEL_SURCHARGE', 'Fuel Surcharge', fuel),
      ...(insurance === 0 ? [] : [item('INSURANCE', 'Insurance', insurance)]),
    ],
    paymentType: 'PAY_THROUGH_AMAZON',
  };
}
