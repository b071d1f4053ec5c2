/** Duties, taxes and the fee for paying them ahead, out of the price question (Shipping Options, requestDutiesTaxesFees). */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { LandedCost, LandedCostInput } from '@scanship/connector-kit/carrier/landed-cost';
import { add, zero } from '@scanship/domain/money/money';
import { accountOf } from './account.ts';
import { customsOf } from './customs.ts';
import { onlyParcel } from './parcel.ts';
import { dutiesOf } from './price-answer.ts';
import { askPrices } from './rate.ts';
import { isAbroad, mailClassOf } from './services.ts';

export async function landedCost(input: LandedCostInput, env: CarrierEnv): Promise<LandedCost> {
  const { shipment, service } = input;
  const mailClass = mailClassOf(service, shipment);
  if (!isAbroad(shipment) || mailClass === undefined)
    throw fail('invalid-input', 'Duties are asked for a service abroad.', { field: 'service' });
  const customs = customsOf(shipment);
  const question = { parcel: onlyParcel(shipment), index: 0, only: service, duties: true };
  const response = await askPrices({ shipment }, question, env);
  return readLandedCost(response.json(), {
    mailClass,
    priceType: accountOf(env).priceType,
    items: customs.items.map(({ description, hsCode }) => ({ description, hsCode })),
  });
}

/** @throws ConnectorError `refused` when USPS quotes no duties for the destination */
export function readLandedCost(
  json: unknown,
  asked: {
    readonly mailClass: string;
    readonly priceType: string;
    readonly items: readonly { readonly description: string; readonly hsCode?: string | undefined }[];
  },
): LandedCost {
  const answer = readObject(json);
  const quotes = answer
    .list('pricingOptions', (pricing) => {
      if (pricing.string('priceType') !== asked.priceType) return [];
      return pricing.list('shippingOptions', (shipping) =>
        shipping.string('mailClass') === asked.mailClass ? shipping.list('rateOptions', dutiesOf) : [],
      );
    })
    .flat(2);
  const quote = quotes.find((one) => one !== undefined);
  if (!quote) {
    const [problem] = answer.problems;
    throw fail('refused', 'USPS estimates no duties for this destination.', { vendorMessage: problem });
  }
  if (quote.byItem.size !== asked.items.length)
    throw new FieldProblem('dutiesTaxesFeesQuote.itemQuotes', `should be ${asked.items.length}`);
  const lines = quote.lines.filter((line) => line.amount.minor !== 0);
  return {
    lines,
    total: lines.map((line) => line.amount).reduce(add, zero('USD')),
    items: asked.items.map((item, index) => ({ ...item, lines: quote.byItem.get(String(index + 1)) ?? [] })),
    problems: answer.problems,
  };
}
