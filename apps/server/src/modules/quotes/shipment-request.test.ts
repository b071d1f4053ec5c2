import { describe, expect, it } from 'vitest';
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { RequestContext } from '../../platform/context.ts';
import type { OpenLine, OrderFacts } from './order-facts.ts';
import { toShipmentRequest } from './shipment-request.ts';

const address = (countryCode: string) => ({
  name: 'Zoé Roy',
  address1: '12 King St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2T6',
  countryCode,
});
const openLine = (line: number, title: string, quantity: number, more: Partial<OpenLine> = {}): OpenLine => ({
  line,
  sku: null,
  title,
  quantity,
  unitMinor: 1500,
  weightGrams: 400,
  hsCode: '691110',
  originCountry: 'CA',
  ...more,
});
const order = (to: string, more: Partial<OrderFacts> = {}): OrderFacts => ({
  id: 'o1',
  shipDate: null,
  number: '1001',
  shipTo: address(to),
  from: {
    locationId: 'l1',
    address: address('CA'),
    calendar: { timeZone: 'America/Toronto', cutOff: '16:00', workingDays: 31, holidays: [] },
  },
  customs: null,
  customsGaps: [],
  currency: 'CAD',
  open: [openLine(1, 'Mug', 3), openLine(2, 'Plate', 1, { hsCode: null })],
  packageIds: new Set(['box']),
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
  it('declares the dangerous goods of its products, unless a person says otherwise', () => {
    const batteries = { dangerousGoods: 'lithium-ion-in-equipment' } as const;
    const two = order('CA', { open: [openLine(1, 'Lamp', 3, batteries), openLine(2, 'Plate', 1)] });
    const goods = (asked: Partial<QuoteRequest>, of = two) => {
      const made = toShipmentRequest(ctx, of, { ...body, ...asked }, now);
      return made.ok ? made.value.options.dangerousGoods : made.problem.errors?.[0]?.field;
    };
    expect(goods({})).toEqual({ kind: 'lithium-ion-in-equipment' });
    expect(goods({ options: { dangerousGoods: null, signature: 'any' } })).toBeUndefined();
    expect(goods({ options: { dangerousGoods: { kind: 'dry-ice', dryIceGrams: 5 } } })).toEqual({
      kind: 'dry-ice',
      dryIceGrams: 5,
    });
    // Only what is packed goes along.
    const plates = [{ ...body.parcels[0], number: 1, weightGrams: 500, items: [{ line: 2, quantity: 1 }] }];
    expect(goods({ parcels: plates })).toBeUndefined();
    const paint = { dangerousGoods: 'limited-quantity' } as const;
    const several = order('CA', { open: [openLine(1, 'Lamp', 3, batteries), openLine(2, 'Paint', 1, paint)] });
    expect(goods({}, several)).toBe('options.dangerousGoods');
    expect(goods({}, order('CA', { alongGoods: [paint] }))).toEqual({ kind: 'limited-quantity' });
  });
  it('has duties billed to the account that is named, the receiver’s only where the receiver pays', () => {
    const account = { holder: 'receiver', number: 'A1B2C3', countryCode: 'US', postalCode: ' 10007 ' } as const;
    const asked = (more: object) =>
      toShipmentRequest(
        ctx,
        order('US'),
        { ...body, customs: { ...customs, items: [...customs.items], dutiesAccount: account, ...more } },
        now,
      );
    const made = asked({});
    expect(made.ok && made.value.customs?.dutiesAccount).toEqual({ ...account, postalCode: '10007' });
    const wrong = asked({ dutiesPaidBy: 'Shipper', incoterm: 'DDP' });
    expect(!wrong.ok && wrong.problem.errors?.[0]?.field).toBe('customs.dutiesAccount');
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
  it('takes the export report along, and refuses what is none of the country the goods leave', () => {
    const asked = (kind: 'itn' | 'proof-of-report', number: string) =>
      toShipmentRequest(
        ctx,
        order('FR'),
        { ...body, customs: { ...customs, items: [...customs.items], exportFiling: { kind, number } } },
        now,
      );
    const made = asked('proof-of-report', 'AB1234 20260824 17');
    expect(made.ok && made.value.customs?.exportFiling).toEqual({
      kind: 'proof-of-report',
      number: 'AB1234 20260824 17',
    });
    const wrong = asked('itn', 'X20260824123456');
    expect(!wrong.ok && wrong.problem.errors).toMatchObject([{ field: 'customs.exportFiling.number' }]);
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

describe('what is in which parcel', () => {
  const parcel = (number: number, items?: { line: number; quantity: number }[]) => ({
    number,
    weightGrams: 500,
    ...(items ? { items } : {}),
  });
  const make = (to: string, parcels: QuoteRequest['parcels'], given?: QuoteRequest['customs']) =>
    toShipmentRequest(ctx, order(to), { ...body, parcels, ...(given ? { customs: given } : {}) }, now);
  const messages = (made: ReturnType<typeof make>) =>
    made.ok ? [] : (made.problem.errors ?? []).map((e) => e.message);

  it('goes with the parcels, one entry for each line', () => {
    const made = make('CA', [
      parcel(5, [
        { line: 2, quantity: 1 },
        { line: 1, quantity: 1 },
        { line: 1, quantity: 1 },
      ]),
      { ...parcel(2, [{ line: 1, quantity: 1 }]), packageId: 'box' },
    ]);
    expect(made.ok && made.value.parcels.map(({ number, items, packageId }) => ({ number, items, packageId }))).toEqual(
      [
        { number: 1, items: [{ line: 1, quantity: 1 }], packageId: 'box' },
        {
          number: 2,
          items: [
            { line: 1, quantity: 2 },
            { line: 2, quantity: 1 },
          ],
          packageId: undefined,
        },
      ],
    );
  });
  it('is refused for more units than are left, for a line without any, and for a box nobody has', () => {
    expect(
      messages(make('CA', [parcel(1, [{ line: 1, quantity: 2 }]), parcel(2, [{ line: 1, quantity: 2 }])])),
    ).toEqual(['4 of "Mug" are packed, but only 3 can be shipped.']);
    expect(messages(make('CA', [parcel(1, [{ line: 9, quantity: 1 }])]))).toEqual([
      'Line 9 of this order has nothing left to ship.',
    ]);
    expect(messages(make('CA', [{ ...parcel(1), packageId: 'other' }]))).toEqual([
      'The box of parcel 1 was not found.',
    ]);
  });
  it('may be nothing inside a country, but not across a border', () => {
    const parcels = [parcel(1, [{ line: 1, quantity: 1 }]), parcel(2)];
    expect(make('CA', parcels).ok).toBe(true);
    expect(messages(make('US', parcels))).toEqual([
      'Parcel 2 has no items. Customs wants to know what is in each parcel.',
    ]);
  });
  it('makes the customs proposal of the packed units only: gaps of what stays behind do not matter', () => {
    const made = make('US', [parcel(1, [{ line: 1, quantity: 1 }]), parcel(2, [{ line: 1, quantity: 1 }])]);
    expect(made.ok && made.value.customs?.items).toMatchObject([{ description: 'Mug', quantity: 2, lines: [1] }]);
    const whole = make('US', [parcel(1, [{ line: 1, quantity: 1 }]), parcel(2, [{ line: 2, quantity: 1 }])]);
    expect(messages(whole)).toEqual(['"Plate" has no HS code.']);
  });
  it('must be what the typed declaration says', () => {
    const typed = (lines: number[] | undefined, quantity: number) => ({
      ...customs,
      items: customs.items.map((item) => ({ ...item, quantity, lines })),
    });
    const parcels = [parcel(1, [{ line: 1, quantity: 2 }])];
    expect(make('US', parcels, typed([1], 2)).ok).toBe(true);
    expect(messages(make('US', parcels, typed([1], 3)))).toEqual([
      'The customs declaration does not say the same units as the parcels (line 1).',
    ]);
    expect(messages(make('US', parcels, typed(undefined, 2)))).toEqual([
      'Each item of the customs declaration must name the lines of the order it declares.',
    ]);
  });
});

describe('an order of a platform that sells labels itself', () => {
  const storeOrder = {
    platform: 'amazon-us',
    orderId: '113-1234567-1234567',
    lineIds: new Map([[1, '52986411826454']]),
  };
  const make = (parcels: QuoteRequest['parcels'], more: Partial<OrderFacts> = {}) =>
    toShipmentRequest(ctx, order('CA', { storeOrder, ...more }), { ...body, parcels }, now);

  it('goes with the platform’s numbers of what is open; a line the platform does not know is not its', () => {
    const made = make([{ number: 1, weightGrams: 1200 }]);
    expect(made.ok && made.value.storeOrder).toEqual({
      platform: 'amazon-us',
      orderId: '113-1234567-1234567',
      lines: [{ line: 1, externalLineId: '52986411826454', quantity: 3 }],
    });
  });
  it('goes with what is packed, where somebody said so', () => {
    const made = make([{ number: 1, weightGrams: 1200, items: [{ line: 1, quantity: 2 }] }]);
    expect(made.ok && made.value.storeOrder?.lines).toMatchObject([{ quantity: 2 }]);
    const other = make([{ number: 1, weightGrams: 1200, items: [{ line: 2, quantity: 1 }] }]);
    expect(other.ok && other.value.storeOrder).toBeUndefined();
  });
  it('is not named for any other order', () => {
    const made = make([{ number: 1, weightGrams: 1200 }], { storeOrder: undefined });
    expect(made.ok && made.value.storeOrder).toBeUndefined();
  });
});
