/** Duties, taxes and brokerage as UPS estimates them (Landed Cost API v1). */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { addedUp, FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { LandedCost, LandedCostInput } from '@scanship/connector-kit/carrier/landed-cost';
import { exponentOf, type Money } from '@scanship/domain/money/money';
import type { Customs, PriceLine, ShipmentPurpose } from '@scanship/domain/shipping/shipment';
import { accountNumber, call } from './client.ts';

const TYPES: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'SALE',
  Sample: 'SAMPLE',
  Gift: 'GIFT',
  Return: 'RETURN',
  Documents: 'OTHER',
  'Inter-Company': 'OTHER',
};
/** Incoterms the API lists; DDU is today's DAP. */
const INCOTERMS: Readonly<Record<string, string>> = {
  DDU: 'DAP',
  DPU: 'DPU',
  DAP: 'DAP',
  DDP: 'DDP',
  EXW: 'EXW',
  FCA: 'FCA',
  CPT: 'CPT',
  CIP: 'CIP',
};
const MOST_ITEMS = 99;

/** A decimal number of major units, exactly as many decimals as the currency has. */
const major = ({ minor, currency }: Money): number =>
  Number((minor / 10 ** exponentOf(currency)).toFixed(exponentOf(currency)));

/** @param id of the question, also the shipment's; answers are matched by it @throws ConnectorError `invalid-input` */
export function quoteMessage({ shipment }: LandedCostInput, customs: Customs, id: string) {
  if (customs.items.length > MOST_ITEMS)
    throw fail('invalid-input', `UPS estimates duties of up to ${MOST_ITEMS} kinds of goods.`, {
      field: 'customs.items',
    });
  return {
    currencyCode: customs.currency,
    transID: id,
    allowPartialLandedCostResult: true,
    alversion: 1,
    shipment: {
      id,
      importCountryCode: shipment.to.countryCode,
      importProvince: shipment.to.countryCode === 'CA' ? shipment.to.provinceCode : undefined,
      shipDate: shipment.shipDate,
      incoterms: INCOTERMS[customs.incoterm],
      exportCountryCode: shipment.from.countryCode,
      shipmentType: TYPES[customs.purpose],
      shipmentItems: customs.items.map((item, index) => {
        const hsCode = item.hsCode?.replace(/\D/g, '');
        if (!item.originCountry)
          throw fail('invalid-input', `"${item.description}" needs its country of origin.`, {
            field: `customs.items.${index}.originCountry`,
          });
        return {
          commodityId: String(index + 1),
          grossWeight: Number(((item.unitGrams * item.quantity) / 1000).toFixed(3)),
          grossWeightUnit: 'KG',
          priceEach: major(item.unitValue),
          commodityCurrencyCode: item.unitValue.currency,
          quantity: item.quantity,
          UOM: 'Each',
          hsCode: hsCode === undefined || hsCode === '' ? undefined : hsCode,
          description: item.description.trim().slice(0, 150),
          originCountryCode: item.originCountry,
        };
      }),
    },
  };
}

export async function landedCost(input: LandedCostInput, env: CarrierEnv): Promise<LandedCost> {
  const { customs } = input.shipment;
  if (!customs || input.shipment.from.countryCode === input.shipment.to.countryCode)
    throw fail('invalid-input', 'Duties are estimated only for goods that cross a border.', { field: 'customs' });
  // Names the question in the answer and in UPS's logs; nothing is kept under it.
  const id = `Q${env.now().getTime()}`;
  const response = await call(env, {
    method: 'POST',
    path: '/api/landedcost/v1/quotes',
    name: 'landed cost',
    readOnly: true,
    headers: { AccountNumber: accountNumber(env) },
    json: quoteMessage(input, customs, id),
  });
  return readQuote(response.json(), customs);
}

const line = (kind: 'duty' | 'tax' | 'surcharge', code: string, label: string, amount: Money): PriceLine => ({
  kind,
  code,
  label,
  amount,
});
const counted = (lines: readonly PriceLine[]): PriceLine[] => lines.filter((one) => one.amount.minor !== 0);

/** @throws FieldProblem when the sums of the shipment cannot be read or are not one sum */
export function readQuote(json: unknown, customs: Customs): LandedCost {
  const s = readObject(json).object('shipment');
  const currency = s.currency('currencyCode');
  const amount = (name: string): Money => s.money(name, currency);
  const price = addedUp(
    s.at('grandTotal'),
    counted([
      line('duty', 'DUTY', 'Duty', amount('totalDuties')),
      line('tax', 'VAT', 'VAT', amount('totalVAT')),
      line('tax', 'TAX-GOODS', 'Taxes and fees on the goods', amount('totalCommodityLevelTaxesAndFees')),
      line('tax', 'TAX-ENTRY', 'Taxes and fees of the entry', amount('totalShipmentLevelTaxesAndFees')),
      line('surcharge', 'BROKERAGE', 'Brokerage', amount('totalBrokerageFees')),
    ]),
    amount('grandTotal'),
  );
  const read = s.list('shipmentItems', (item) => commodity(item, currency, customs));
  // In the order of the declaration; what could not be estimated is said, not shown as free of duty.
  const problems = [...s.problems];
  const items = customs.items.map(({ description }, index) => {
    const found = read.find((one) => one.index === index);
    if (!found?.estimated) problems.push(`UPS could not estimate the duty of "${description}".`);
    return { description, hsCode: found?.hsCode, lines: found?.estimated ? found.lines : [] };
  });
  return { ...price, items, problems };
}

function commodity(o: ObjectReader, currency: string, customs: Customs) {
  const index = Number(o.id('commodityID', /^\d{1,2}$/)) - 1;
  if (!customs.items[index]) throw new FieldProblem(o.at('commodityID'), 'was not asked for');
  const estimated = o.boolean('isCalculable');
  return {
    index,
    estimated,
    hsCode: o.maybe('hsCode', (n) => o.id(n, /^[0-9.]{4,14}$/)),
    lines: estimated
      ? counted([
          line('duty', 'DUTY', 'Duty', o.money('commodityDuty', currency)),
          line('tax', 'VAT', 'VAT', o.money('commodityVAT', currency)),
          ...(o.has('totalCommodityTaxAndFee')
            ? [line('tax', 'TAX-GOODS', 'Taxes and fees on the goods', o.money('totalCommodityTaxAndFee', currency))]
            : []),
        ])
      : [],
  };
}
