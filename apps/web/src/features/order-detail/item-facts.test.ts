import { putOrderItems, type OrderItemDto } from '@scanship/contracts/orders/orders';
import { describe, expect, it } from 'vitest';
import { conflictsOf, draftsOf, factText, keepMine, readFacts, takeTheirs, typeFact } from './item-facts.ts';

const item = (line: number, more: Partial<OrderItemDto> = {}): OrderItemDto => ({
  line,
  sku: null,
  title: `Item ${line}`,
  quantity: 1,
  allocated: 0,
  shipped: 0,
  cancelled: 0,
  shippedElsewhere: 0,
  unitPrice: { minor: 1500, currency: 'CAD' },
  weightGrams: 450,
  hsCode: '691110',
  originCountry: 'CA',
  customsDescription: null,
  unitValue: { minor: 1500, currency: 'CAD' },
  bin: null,
  imageUrl: null,
  edited: [],
  ...more,
});
const order = (...items: OrderItemDto[]) => ({ items });

describe('facts while they are typed', () => {
  it('are drafts only where they differ from what stood there', () => {
    const one = typeFact({}, item(1), 'hsCode', '6911.10.20', 'kg');
    expect(one).toEqual({ '1.hsCode': { typed: '6911.10.20', base: '691110' } });
    expect(typeFact(one, item(1), 'hsCode', '691110', 'kg')).toEqual({});
    expect(factText(item(1), 'weightGrams', 'kg')).toBe('0.45');
    expect(factText(item(1), 'unitValueMinor', 'kg')).toBe('15.00');
  });
  it('keep what was typed beside what somebody else saved, until the person decides', () => {
    const drafts = typeFact(typeFact({}, item(1), 'weightGrams', '0,5', 'kg'), item(1), 'originCountry', 'us', 'kg');
    const theirs = order(item(1, { weightGrams: 900 }));
    expect(conflictsOf(drafts, order(item(1)), 'kg')).toEqual([]);
    expect(conflictsOf(drafts, theirs, 'kg')).toEqual(['1.weightGrams']);
    const mine = keepMine(drafts, theirs, '1.weightGrams', 'kg');
    expect(conflictsOf(mine, theirs, 'kg')).toEqual([]);
    expect(mine['1.weightGrams']).toEqual({ typed: '0,5', base: '0.9' });
    expect(takeTheirs(drafts, '1.weightGrams')).toEqual({ '1.originCountry': { typed: 'us', base: 'CA' } });
  });
  it('leave as the contract wants them: typed ones alone, an emptied one as null', () => {
    const drafts = {
      '1.weightGrams': { typed: '0,5', base: '' },
      '1.originCountry': { typed: 'us', base: '' },
      '2.hsCode': { typed: '6911.10.20', base: '' },
      '2.customsDescription': { typed: ' ', base: 'x' },
      '2.unitValueMinor': { typed: '12.50', base: '' },
      '9.hsCode': { typed: '123456', base: '' },
    };
    const { items, wrong } = readFacts(drafts, order(item(1), item(2)), 'kg');
    expect(wrong).toEqual([]);
    expect(items).toEqual([
      { line: 1, weightGrams: 500, originCountry: 'US' },
      { line: 2, hsCode: '69111020', customsDescription: null, unitValueMinor: 1250 },
    ]);
    const body = { orderId: '0198a7aa-0000-7000-8000-000000000001', version: 1, items };
    expect(putOrderItems.body.safeParse(body).success).toBe(true);
  });
  it('that are wrong are named, and nothing is sent', () => {
    const typed = { '1.weightGrams': 'heavy', '1.hsCode': '12', '1.originCountry': 'Canada', '1.unitValueMinor': '-1' };
    const drafts = Object.fromEntries(Object.entries(typed).map(([place, text]) => [place, { typed: text, base: '' }]));
    expect(readFacts(drafts, order(item(1)), 'kg')).toEqual({ items: undefined, wrong: Object.keys(typed) });
  });
  it('are read back from the browser, spoilt ones dropped', () => {
    expect(draftsOf({ '1.hsCode': { typed: 'a', base: 'b' }, bad: 1, '2.hsCode': { typed: 3 } })).toEqual({
      '1.hsCode': { typed: 'a', base: 'b' },
    });
    for (const spoilt of [undefined, 'x', null, {}]) expect(draftsOf(spoilt)).toBeUndefined();
  });
});
