/** FedEx's answers to price questions, field by field as recorded ones have them. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { PricedService, SimLine, SimPrice } from './tariff.ts';

export const TRANSACTION = '624deea6-b709-470c-8c39-000000000001';

export const output = (content: JsonObject): JsonObject => ({ transactionId: TRANSACTION, output: content });

const dollars = (cents: number): number => cents / 100;
const lines = (list: readonly SimLine[], type: string): JsonObject[] =>
  list.map((line) => ({ [type]: line.type, description: line.description, amount: dollars(line.cents) }));

const WORDS = ['', 'ONE_DAY', 'TWO_DAYS', 'THREE_DAYS', 'FOUR_DAYS', 'FIVE_DAYS', 'SIX_DAYS', 'SEVEN_DAYS'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Weight {
  readonly units: 'KG' | 'LB';
  readonly value: number;
}

const rated = (rateType: string, price: SimPrice, currency: string, weight: Weight): JsonObject => ({
  rateType,
  ratedWeightMethod: 'ACTUAL',
  totalBaseCharge: dollars(price.base),
  totalNetCharge: dollars(price.net),
  shipmentRateDetail: {
    totalFreightDiscount: dollars(price.discount),
    surCharges: lines(price.surcharges, 'type'),
    taxes: lines(price.taxes, 'type'),
    totalBillingWeight: { units: weight.units, value: weight.value },
    currency,
  },
});

export function rateReply(
  service: PricedService,
  of: {
    readonly currency: string;
    readonly packaging: string;
    readonly weight: Weight;
    readonly arrival: string;
    readonly types: readonly string[];
  },
): JsonObject {
  return {
    serviceType: service.code,
    serviceName: service.name,
    packagingType: of.packaging,
    ratedShipmentDetails: [
      rated('ACCOUNT', service.account, of.currency, of.weight),
      ...(of.types.includes('LIST') ? [rated('LIST', service.list, of.currency, of.weight)] : []),
    ],
    operationalDetail: { transitTime: WORDS[service.days] ?? 'UNKNOWN' },
    commit: {
      saturdayDelivery: service.saturday !== undefined,
      dateDetail: {
        dayOfWeek: WEEKDAYS[new Date(`${of.arrival}T00:00:00Z`).getUTCDay()] ?? '',
        dayFormat: `${of.arrival}T${service.ground ? '23:59' : '17:00'}:00`,
      },
    },
  };
}

/** The rating of a purchase. */
export const shipmentRating = (price: SimPrice, currency: string): JsonObject => ({
  actualRateType: 'PAYOR_ACCOUNT_SHIPMENT',
  shipmentRateDetails: [
    {
      rateType: 'PAYOR_ACCOUNT_SHIPMENT',
      totalBaseCharge: dollars(price.base),
      totalFreightDiscounts: dollars(price.discount),
      surcharges: lines(price.surcharges, 'surchargeType'),
      taxes: lines(price.taxes, 'type'),
      totalNetCharge: dollars(price.net),
      currency,
    },
  ],
});
