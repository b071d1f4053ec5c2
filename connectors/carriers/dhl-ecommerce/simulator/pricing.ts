/** Invented prices of the simulator: base by weight and distance, fuel. */
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import type { JsonObject } from '@scanship/domain/values/json';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import type { ProductsRequest } from './contract.ts';

interface Product {
  readonly id: string;
  readonly name: string;
  readonly abroad: boolean;
  readonly days: number;
  /** Cents for the first kilogram and each further one. */
  readonly first: number;
  readonly more: number;
  readonly maxGrams: number;
}

export const PRODUCTS: readonly Product[] = [
  { id: 'GND', name: 'DHL SmartMail Parcel Ground', abroad: false, days: 5, first: 512, more: 88, maxGrams: 11_340 },
  {
    id: 'EXP',
    name: 'DHL SmartMail Parcel Expedited',
    abroad: false,
    days: 4,
    first: 588,
    more: 101,
    maxGrams: 11_340,
  },
  {
    id: 'MAX',
    name: 'DHL SmartMail Parcel Expedited Max',
    abroad: false,
    days: 3,
    first: 742,
    more: 160,
    maxGrams: 11_340,
  },
  {
    id: 'PLT',
    name: 'DHL Parcel International Direct',
    abroad: true,
    days: 9,
    first: 1680,
    more: 640,
    maxGrams: 20_000,
  },
  {
    id: 'PLY',
    name: 'DHL Parcel International Standard',
    abroad: true,
    days: 14,
    first: 1390,
    more: 560,
    maxGrams: 20_000,
  },
];

const UNITS: Readonly<Record<string, WeightUnit>> = { G: 'g', KG: 'kg', LB: 'lb', OZ: 'oz' };
export const gramsOf = ({ value, unitOfMeasure }: ProductsRequest['packageDetail']['weight']): number =>
  toGrams(value, UNITS[unitOfMeasure] ?? 'g');

/** The product as an answer has it; undefined where it does not suit the parcel. */
export function productJson(product: Product, asked: ProductsRequest, today: string): JsonObject | undefined {
  const grams = gramsOf(asked.packageDetail.weight);
  const abroad = asked.consigneeAddress.country !== 'US';
  if (abroad !== product.abroad || grams > product.maxGrams) return undefined;
  const base = product.first + Math.round((Math.max(0, grams - 1000) / 1000) * product.more);
  const fuel = Math.round(base * 0.08);
  const start = asked.estimatedDeliveryDate?.expectedShipDate ?? today;
  return {
    orderedProductId: product.id,
    productName: product.name,
    description: product.name,
    trackingAvailable: 'YES',
    rate: {
      priceZone: 'US05',
      amount: (base + fuel) / 100,
      currency: 'USD',
      rateComponents: [
        { rateComponentId: '1', partId: '10', description: 'Base rate', amount: base / 100 },
        { rateComponentId: '2', partId: '20', description: 'Fuel surcharge', amount: fuel / 100 },
      ],
    },
    estimatedDeliveryDate: {
      isGuaranteed: false,
      deliveryDaysMin: product.days - 1,
      deliveryDaysMax: product.days,
      estimatedDeliveryMin: addWorkingDays(start, product.days - 1),
      estimatedDeliveryMax: addWorkingDays(start, product.days),
    },
  };
}
