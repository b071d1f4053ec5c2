import { describe, expect, it } from 'vitest';
import type { QuoteRequest } from '@scanship/contracts/quotes';
import type { RequestContext } from '../../platform/context.ts';
import type { OrderFacts } from './order-facts.ts';
import { toShipmentRequest } from './shipment-request.ts';

const address = (countryCode: string) => ({
  name: 'Zoé Roy',
  address1: '12 King St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2T6',
  countryCode,
});
const order = (to: string, more: Partial<OrderFacts> = {}): OrderFacts => ({
  id: 'o1',
  number: '1001',
  shipTo: address(to),
  from: {
    locationId: 'l1',
    address: address('CA'),
    calendar: { timeZone: 'America/Toronto', cutOff: '16:00', workingDays: 31, holidays: [] },
  },
  customs: null,
  customsGaps: [],
  ...more,
});
const ctx = { locale: 'fr-CA', tenantId: 't1', currency: 'CAD' } as RequestContext;
const now = new Date('2026-11-20T15:00:00Z');
const body: QuoteRequest = {
  orderId: 'o1',
  parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
};
const customs = {
  purpose: 'Sale',
  incoterm: 'DAP',
  dutiesPaidBy: 'Receiver',
  currency: 'CAD',
  items: [
    {
      description: 'Mug',
      quantity: 1,
      unitValue: { minor: 1500, currency: 'CAD' },
      unitGrams: 400,
      hsCode: '691110',
      originCountry: 'CA',
    },
  ],
} as const;

describe('the shipment of a quote', () => {
  it('leaves today when asked before the cut-off, in the language of the person', () => {
    const made = toShipmentRequest(ctx, order('CA'), body, now);
    expect(made.ok && made.value).toMatchObject({
      shipDate: '2026-11-20',
      language: 'fr',
      references: ['1001'],
      customs: undefined,
    });
  });
  it('numbers parcels 1 to n whatever numbers came in', () => {
    const made = toShipmentRequest(
      ctx,
      order('CA'),
      {
        ...body,
        parcels: [
          { number: 7, weightGrams: 2 },
          { number: 3, weightGrams: 1 },
        ],
      },
      now,
    );
    expect(made.ok && made.value.parcels.map((p) => [p.number, p.weightGrams])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
  it('refuses two parcels of one number and dates nobody prices', () => {
    const twice = toShipmentRequest(
      ctx,
      order('CA'),
      {
        ...body,
        parcels: [
          { number: 1, weightGrams: 2 },
          { number: 1, weightGrams: 1 },
        ],
      },
      now,
    );
    expect(!twice.ok && twice.problem.errors?.[0]?.field).toBe('parcels');
    for (const shipDate of ['2026-11-19', '2026-12-21']) {
      const late = toShipmentRequest(ctx, order('CA'), { ...body, shipDate }, now);
      expect(!late.ok && late.problem.errors?.[0]?.message).toBe(
        'The ship date must be between 2026-11-20 and 2026-12-20.',
      );
    }
  });
  it('takes the proof of prepaid duty along', () => {
    const proof = { provider: 'Zonos', reference: '0rg7s5pjvhxxn' };
    const given = { ...customs, items: [...customs.items], prepaidDuty: { ...proof, amount: null } };
    const made = toShipmentRequest(ctx, order('US'), { ...body, customs: given }, now);
    expect(made.ok && made.value.customs?.prepaidDuty).toEqual({ ...proof, amount: undefined });
  });
  it('never sends customs data inside a country, even when given', () => {
    const made = toShipmentRequest(
      ctx,
      order('CA'),
      { ...body, customs: { ...customs, items: [...customs.items] } },
      now,
    );
    expect(made.ok && made.value.customs).toBeUndefined();
  });
  it('takes the proposal of the order across a border, and names its gaps when it has some', () => {
    const proposal = { ...customs, items: [...customs.items] };
    const made = toShipmentRequest(ctx, order('US', { customs: proposal }), body, now);
    expect(made.ok && made.value.customs?.items[0]?.hsCode).toBe('691110');
    const gaps = [{ field: 'items.0.hsCode', message: 'Mug has no HS code.' }];
    const refused = toShipmentRequest(ctx, order('US', { customs: proposal, customsGaps: gaps }), body, now);
    expect(!refused.ok && refused.problem).toMatchObject({
      code: 'customs_incomplete',
      errors: [{ field: 'customs.items.0.hsCode', message: 'Mug has no HS code.' }],
    });
  });
  it('prefers what the person typed and fills in the invoice number', () => {
    const made = toShipmentRequest(
      ctx,
      order('US', { customsGaps: [{ field: 'x', message: 'y' }] }),
      { ...body, customs: { ...customs, items: [...customs.items] } },
      now,
    );
    expect(made.ok && made.value.customs).toMatchObject({ invoiceNumber: '1001', purpose: 'Sale' });
  });
});
