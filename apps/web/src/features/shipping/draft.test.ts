import { quoteRequest } from '@scanship/contracts/quotes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDraft, type ShippingDraft, toRequest, type Units } from './draft.ts';

const kg: Units = { weight: 'kg', length: 'cm', decimalComma: false };
const ORDER = '0198a7aa-0000-7000-8000-000000000001';
const draft = (change: Partial<ShippingDraft> = {}): ShippingDraft => ({
  ...firstDraft({ weightGrams: 1250 }, undefined, kg),
  ...change,
});
const parcel = (weight: string, length = '', width = '', height = '') => ({ key: 1, weight, length, width, height });

describe('firstDraft', () => {
  it('starts with the weight of the order in the unit of the customer', () => {
    expect(draft().parcels[0]?.weight).toBe('1.25');
    expect(firstDraft({ weightGrams: 1250 }, undefined, { ...kg, decimalComma: true }).parcels[0]?.weight).toBe('1,25');
  });
  it('falls back to the default weight and size', () => {
    const settings = { defaultWeightGrams: 500, defaultDimensions: { lengthMm: 305, widthMm: 200, heightMm: 100 } };
    const d = firstDraft({ weightGrams: null }, settings as Parameters<typeof firstDraft>[1], kg);
    expect(d.parcels[0]).toMatchObject({ weight: '0.5', length: '30.5', width: '20', height: '10' });
  });
});

describe('toRequest', () => {
  it('makes grams and millimetres of what was typed, with a comma too', () => {
    const { request } = toRequest(draft({ parcels: [parcel('1,5', '30', '20.5', '10')] }), ORDER, 'CAD', kg);
    expect(request?.parcels).toEqual([
      { number: 1, weightGrams: 1500, dimensions: { lengthMm: 300, widthMm: 205, heightMm: 100 } },
    ]);
  });
  it('names each place that is missing or wrong', () => {
    const { request, problems } = toRequest(
      draft({ parcels: [parcel(''), parcel('1', '30'), parcel('99999')], insured: 'a lot', shipDate: 'soon' }),
      ORDER,
      'CAD',
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
  it('keeps options only where they were chosen', () => {
    expect(toRequest(draft(), ORDER, 'CAD', kg).request?.options).toBeUndefined();
    expect(toRequest(draft({ signature: 'adult', insured: '120.50' }), ORDER, 'CAD', kg).request?.options).toEqual({
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
          const { request } = toRequest(
            draft({ parcels: parcels.map((p) => parcel(...p)), insured }),
            ORDER,
            'CAD',
            kg,
          );
          if (request) expect(quoteRequest.safeParse(request).success).toBe(true);
        },
      ),
    );
  });
});
