/** Sales taxes: settings of a level, exemptions of its buyers, and `taxesBetween` for what it charges. */
import type { BuyerTaxes } from '@scanship/contracts/money/taxes';
import * as calls from '@scanship/contracts/money/taxes';
import { readTaxNumber, type TaxRegistration } from '@scanship/domain/taxes/sales-tax';
import { localDay } from '@scanship/domain/calendar/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type BuyerBelow, buyerBelow } from '../../platform/buyer-below.ts';
import { readTaxRecord, writeExemptions, writePlace, writeRegistrations } from './tax-records.ts';
import { taxesBetween } from './taxes-between.ts';

export { type TaxedCharge, type TaxesBetween, taxesBetween, taxesWithin, untaxedOf } from './taxes-between.ts';

type Numbers = readonly { readonly authority: TaxRegistration['authority']; readonly number: string }[];

const HOW: Readonly<Record<TaxRegistration['authority'], string>> = {
  'GST-HST': 'A GST/HST number has nine digits, RT and four digits: 123456789 RT 0001.',
  QST: 'A QST number has ten digits, TQ and four digits: 1234567890 TQ 0001.',
  'PST-BC': 'A PST number of British Columbia is PST-1234-5678.',
  'PST-SK': 'Enter the number as Saskatchewan issued it: 5 to 15 letters and digits.',
  'PST-MB': 'Enter the number as Manitoba issued it: 5 to 15 letters and digits.',
};

/** Problem `validation` names the number that cannot be read. */
function readNumbers(given: Numbers): Outcome<readonly TaxRegistration[]> {
  const seen = new Set<string>();
  const read: TaxRegistration[] = [];
  for (const { authority, number } of given) {
    const field = `registrations.${authority}`;
    const plain = readTaxNumber(authority, number);
    if (plain === undefined)
      return problem('validation', { errors: [{ field, code: 'format', message: HOW[authority] }] });
    if (seen.has(authority))
      return problem('validation', { errors: [{ field, code: 'twice', message: 'Enter one number for each tax.' }] });
    seen.add(authority);
    read.push({ authority, number: plain });
  }
  return { ok: true, value: read };
}

export function createTaxesModule({ db, clock }: Pick<Services, 'db' | 'clock'>): {
  readonly routes: readonly Route[];
} {
  async function settings(ctx: RequestContext) {
    const { place, registrations } = await db.tenant(ctx, (tx) => readTaxRecord(tx, ctx.tenantId), { readOnly: true });
    return { place: place ?? null, registrations: registrations.map((each) => ({ ...each })) };
  }

  async function buyerView(ctx: RequestContext, buyer: BuyerBelow): Promise<BuyerTaxes> {
    const day = localDay(clock.now(), ctx.timeZone);
    const found = await taxesBetween(db, { sellerId: ctx.tenantId, buyerId: buyer.id, day, supply: 'software' });
    return {
      buyer,
      place: found.buyerPlace ?? null,
      placeFrom: found.placeTyped ? 'typed' : found.buyerPlace ? 'address' : 'none',
      exemptions: found.exemptions.map((one) => ({ ...one, validTo: one.validTo ?? null })),
      onFees: [
        ...found.taxes.map(({ code, label }) => ({ code, label, charged: true, reason: null })),
        ...found.leftOut.map(({ code, reason }) => ({ code, label: code, charged: false, reason })),
      ],
    };
  }

  return {
    routes: [
      route(calls.getTaxSettings, async ({ ctx }) => data(await settings(ctx))),
      route(calls.putTaxSettings, async ({ ctx, body }) => {
        const numbers = readNumbers(body.registrations);
        if (!numbers.ok) return numbers;
        await db.tenant(ctx, async (tx) => {
          await writePlace(tx, ctx.tenantId, ctx.tenantId, body.place);
          await writeRegistrations(tx, ctx.tenantId, numbers.value);
        });
        return data(await settings(ctx), { successMessage: 'Tax numbers saved.' });
      }),
      route(calls.getBuyerTaxes, async ({ ctx, params }) => {
        const buyer = await buyerBelow(db, ctx, params.id);
        return buyer.ok ? data(await buyerView(ctx, buyer.value)) : buyer;
      }),
      route(calls.putBuyerTaxes, async ({ ctx, params, body }) => {
        const buyer = await buyerBelow(db, ctx, params.id);
        if (!buyer.ok) return buyer;
        if (new Set(body.exemptions.map((one) => one.authority)).size < body.exemptions.length)
          return problem('validation', {
            errors: [{ field: 'exemptions', code: 'twice', message: 'Enter one certificate for each tax.' }],
          });
        await db.tenant(ctx, async (tx) => {
          await writePlace(tx, ctx.tenantId, buyer.value.id, body.place);
          await writeExemptions(tx, ctx.tenantId, buyer.value.id, body.exemptions);
        });
        return data(await buyerView(ctx, buyer.value), { successMessage: 'Taxes saved.' });
      }),
    ],
  };
}
