import { quoteRequest } from '@scanship/contracts/shipping/quotes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderItemDto } from '@scanship/contracts/orders/orders';
import type { PackageEntry, PackageSuggestion } from '@scanship/contracts/products/packages';
import {
  boxLimit,
  expectedGrams,
  firstDraft,
  inBox,
  type ParcelDraft,
  type ShippingDraft,
  suggestedParcels,
  toRequest,
  type Units,
  weighParcels,
  weightText,
} from './draft.ts';

const kg: Units = { weight: 'kg', length: 'cm', decimalComma: false };
const item = (line: number, quantity: number, weightGrams: number | null): OrderItemDto => ({
  line,
  sku: null,
  title: `Item ${line}`,
  quantity,
  allocated: 0,
  shipped: 0,
  cancelled: 0,
  shippedElsewhere: 0,
  unitPrice: { minor: 1000, currency: 'CAD' },
  weightGrams,
  hsCode: null,
  originCountry: null,
  customsDescription: null,
  unitValue: { minor: 1000, currency: 'CAD' },
  bin: null,
  imageUrl: null,
  edited: [],
});
const ORDER = {
  id: '0198a7aa-0000-7000-8000-000000000001',
  total: { minor: 4000, currency: 'CAD' },
  items: [item(1, 3, 400), item(2, 1, 50)],
  weightGrams: 1250,
  customs: null,
};
const BOX: PackageEntry = {
  id: '0198a7aa-0000-7000-8000-00000000000b',
  name: 'Small box',
  kind: 'own',
  carrier: null,
  carrierName: null,
  presetCode: null,
  inner: null,
  outer: { lengthMm: 200, widthMm: 150, heightMm: 100 },
  tareGrams: 120,
  maxGrams: 1000,
  cost: null,
  isDefault: true,
  version: 1,
};
const draft = (change: Partial<ShippingDraft> = {}): ShippingDraft => ({
  ...firstDraft(ORDER, undefined, kg),
  ...change,
});
const parcel = (weight: string, length = '', width = '', height = ''): ParcelDraft => ({
  key: 1,
  items: [
    { line: 1, quantity: 3 },
    { line: 2, quantity: 1 },
  ],
  weight,
  weighed: true,
  length,
  width,
  height,
  packageId: '',
});

describe('firstDraft', () => {
  it('takes the dangerous goods of the products, and says so where a person denies them', () => {
    const [mug, ...rest] = ORDER.items;
    if (!mug) throw new Error('the order has no items');
    const lamps = { ...ORDER, items: [{ ...mug, dangerousGoods: 'lithium-ion-in-equipment' as const }, ...rest] };
    const start = firstDraft(lamps, undefined, kg);
    expect(start.dangerousGoods).toBe('lithium-ion-in-equipment');
    expect(toRequest({ ...start, parcels: [parcel('1')] }, lamps, kg).request?.options).toEqual({
      dangerousGoods: { kind: 'lithium-ion-in-equipment' },
    });
    const none = toRequest({ ...start, parcels: [parcel('1')], dangerousGoods: '' }, lamps, kg);
    expect(none.request?.options).toEqual({ dangerousGoods: null });
  });
  it('starts with the weight of the order in the unit of the customer', () => {
    expect(draft().parcels[0]?.weight).toBe('1.25');
    expect(firstDraft(ORDER, undefined, { ...kg, decimalComma: true }).parcels[0]?.weight).toBe('1,25');
  });
  it('falls back to the default weight and size', () => {
    const settings = { defaultWeightGrams: 500, defaultDimensions: { lengthMm: 305, widthMm: 200, heightMm: 100 } };
    const d = firstDraft(
      { items: [item(1, 1, null)], weightGrams: null },
      settings as Parameters<typeof firstDraft>[1],
      kg,
    );
    expect(d.parcels[0]).toMatchObject({ weight: '0.5', length: '30.5', width: '20', height: '10' });
  });
});

describe('the weight', () => {
  it('follows from items and box until somebody types one', () => {
    const start = firstDraft(ORDER, undefined, kg, [BOX]);
    expect(start.parcels[0]).toMatchObject({ weight: '1.37', length: '20', packageId: BOX.id });
    const less = start.parcels.map((p) => ({ ...p, items: [{ line: 1, quantity: 1 }] }));
    expect(weighParcels(less, ORDER, undefined, kg, [BOX])[0]?.weight).toBe('0.52');
    const typed = less.map((p) => ({ ...p, weight: '9', weighed: true }));
    expect(weighParcels(typed, ORDER, undefined, kg, [BOX])[0]?.weight).toBe('9');
  });
  it('that a parcel should have is that of its items and its box, whatever was typed; unknown where an item has none', () => {
    const boxed = { ...inBox(parcel('9'), BOX, kg), weighed: true, items: [{ line: 1, quantity: 2 }] };
    expect(expectedGrams(boxed, ORDER, [BOX])).toBe(920);
    expect(expectedGrams({ ...boxed, packageId: '' }, ORDER, [BOX])).toBe(800);
    expect(expectedGrams(boxed, { items: [item(1, 3, null)] }, [BOX])).toBeUndefined();
    expect(expectedGrams({ ...boxed, items: [] }, ORDER, [BOX])).toBeUndefined();
  });
  it('of a scale goes through the field of any unit and comes out as the same grams', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom('g' as const, 'kg' as const, 'oz' as const, 'lb' as const),
        fc.boolean(),
        (grams, weight, decimalComma) => {
          const units: Units = { ...kg, weight, decimalComma };
          const weighed = draft({ parcels: [{ ...parcel(weightText(grams, units)) }] });
          expect(toRequest(weighed, ORDER, units).request?.parcels[0]?.weightGrams).toBe(grams);
        },
      ),
    );
  });
  it('above what the box holds is said', () => {
    const boxed = inBox(parcel('1.2'), BOX, kg);
    expect(boxLimit(boxed, [BOX], kg)).toBe(1000);
    expect(boxLimit({ ...boxed, weight: '1' }, [BOX], kg)).toBeUndefined();
  });
});

describe('what the packing suggests', () => {
  const suggestion = (basis: 'measured' | 'default-box', packageId = BOX.id): PackageSuggestion => ({
    orderId: ORDER.id,
    parcels: [
      {
        packageId,
        packageName: 'Small box',
        items: [
          { line: 2, quantity: 1 },
          { line: 1, quantity: 3 },
        ],
        weightGrams: 1370,
        dimensions: BOX.outer,
        packaging: null,
      },
    ],
    basis,
    note: null,
  });
  it('becomes parcels in their boxes, unless they are so already', () => {
    const made = suggestedParcels(suggestion('measured'), [parcel('1')], kg, [BOX]);
    expect(made).toMatchObject([{ packageId: BOX.id, length: '20', items: parcel('').items }]);
    expect(suggestedParcels(suggestion('measured'), made ?? [], kg, [BOX])).toBeUndefined();
  });
  it('is nothing where nobody measured, or its box is gone', () => {
    expect(suggestedParcels(suggestion('default-box'), [], kg, [BOX])).toBeUndefined();
    expect(suggestedParcels(suggestion('measured', 'gone'), [], kg, [BOX])).toBeUndefined();
    expect(suggestedParcels(undefined, [], kg, [BOX])).toBeUndefined();
  });
});

describe('the usual choices of the customer', () => {
  it('are the box, the signature and the insurance a new shipment begins with', () => {
    const other = { ...BOX, id: '0198a7aa-0000-7000-8000-00000000000c', isDefault: true };
    const settings = { signature: 'adult', insurance: { mode: 'orderTotal' } };
    const boxes = [{ ...BOX, isDefault: false }, other];
    const first = firstDraft(ORDER, settings as Parameters<typeof firstDraft>[1], kg, boxes);
    expect(first).toMatchObject({ signature: 'adult', insured: '40.00', parcels: [{ packageId: other.id }] });
  });
});

describe('toRequest', () => {
  it('makes grams and millimetres of what was typed, with a comma too', () => {
    const { request } = toRequest(draft({ parcels: [parcel('1,5', '30', '20.5', '10')] }), ORDER, kg);
    expect(request?.parcels).toEqual([
      { number: 1, weightGrams: 1500, dimensions: { lengthMm: 300, widthMm: 205, heightMm: 100 } },
    ]);
  });
  it('names each place that is missing or wrong', () => {
    const { request, problems } = toRequest(
      draft({ parcels: [parcel(''), parcel('1', '30'), parcel('99999')], insured: 'a lot', shipDate: 'soon' }),
      ORDER,
      kg,
    );
    expect(request).toBeUndefined();
    expect(problems).toEqual({
      'parcels.0.weight': 'weight',
      'parcels.1.size': 'size',
      'parcels.2.weight': 'weightRange',
      insured: 'insured',
      shipDate: 'shipDate',
    });
  });
  it('says what is in each parcel, in which box, and nothing of one that takes everything', () => {
    const first = inBox({ ...parcel('1'), items: [{ line: 1, quantity: 2 }] }, BOX, kg);
    const second = { ...parcel('2'), key: 2, items: [{ line: 2, quantity: 1 }] };
    expect(toRequest(draft({ parcels: [first, second] }), ORDER, kg, [BOX]).request?.parcels).toEqual([
      {
        number: 1,
        weightGrams: 1000,
        dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 },
        packageId: BOX.id,
        items: [{ line: 1, quantity: 2 }],
      },
      { number: 2, weightGrams: 2000, items: [{ line: 2, quantity: 1 }] },
    ]);
    expect(toRequest(draft(), ORDER, kg).request?.parcels[0]).not.toHaveProperty('items');
    const nothing = { ...parcel('1'), items: [] };
    expect(toRequest(draft({ parcels: [nothing] }), ORDER, kg).problems).toEqual({ 'parcels.0.items': 'empty' });
  });
  it('declares to customs the units that are packed', () => {
    const line = (no: number, quantity: number) => ({
      description: `Item ${no}`,
      quantity,
      unitValue: { minor: 1000, currency: 'CAD' },
      unitGrams: 100,
      lines: [no],
    });
    const customs = {
      purpose: 'Sale' as const,
      incoterm: 'DAP' as const,
      dutiesPaidBy: 'Receiver' as const,
      currency: 'CAD',
      items: [line(1, 3), line(2, 1)],
    };
    const some = { ...parcel('1'), items: [{ line: 1, quantity: 2 }] };
    const made = toRequest(draft({ parcels: [some], customs }), { ...ORDER, customs }, kg).request;
    expect(made?.customs?.items).toEqual([line(1, 2)]);
    // With a gap in the proposal prices are estimates, until what is typed is whole.
    const gaps = {
      ...ORDER,
      customs,
      customsGaps: [{ line: 1, field: 'hsCode', message: '"Item 1" has no HS code.' }],
    };
    expect(toRequest(draft(), gaps, kg).request).toMatchObject({ estimate: true });
    const half = { ...customs, items: [{ ...line(1, 3), hsCode: '69' }, line(2, 1)] };
    expect(toRequest(draft({ customs: half }), gaps, kg).request).toEqual(toRequest(draft(), gaps, kg).request);
    const typed = { ...customs, items: [{ ...line(1, 3), hsCode: '691200' }, line(2, 1)] };
    expect(toRequest(draft({ customs: typed }), gaps, kg).request).not.toHaveProperty('estimate');
    // Nothing is missing but what is being typed: the proposal is not what the person wants to declare.
    expect(toRequest(draft({ customs: half }), { ...ORDER, customs }, kg)).toMatchObject({
      request: undefined,
      problems: { customs: 'customs' },
    });
  });
  it('keeps options only where they were chosen', () => {
    expect(toRequest(draft(), ORDER, kg).request?.options).toBeUndefined();
    expect(toRequest(draft({ signature: 'adult', insured: '120.50' }), ORDER, kg).request?.options).toEqual({
      signature: 'adult',
      insuredValue: { minor: 12050, currency: 'CAD' },
    });
  });
  it('whatever is typed, a request that is made fits the contract', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.double({ min: 0, max: 1e6, noNaN: true }).map(String),
      fc.constantFrom('', '0', '1,5', '.5'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(typed, typed, typed, typed), { minLength: 1, maxLength: 4 }),
        typed,
        (parcels, insured) => {
          const { request } = toRequest(draft({ parcels: parcels.map((p) => parcel(...p)), insured }), ORDER, kg);
          if (request) expect(quoteRequest.safeParse(request).success).toBe(true);
        },
      ),
    );
  });
});
