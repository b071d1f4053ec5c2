import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLettersOf, type Letters } from './letters.ts';

const home: Address = {
  name: 'Anna Roy',
  address1: '1 rue Sainte-Catherine',
  city: 'Montréal',
  provinceCode: 'QC',
  zipcode: 'H3B 1A1',
  countryCode: 'CA',
};
const to = (change: Partial<Address>): ShipmentRequest => ({
  from: home,
  to: { ...home, ...change },
  parcels: [{ number: 1, weightGrams: 500 }],
  shipDate: '2026-11-27',
  options: {},
  references: ['1001'],
  language: 'en',
});
const ups = { name: 'UPS' };
const printed = (change: Partial<Address>, letters?: Letters) => inLettersOf({ ...ups, letters }, to(change));

describe('an address in the letters of a carrier', () => {
  it.each([
    ['Cyrillic', 'Москва', 'Moskva', 'RU'],
    ['Greek', 'Αθήνα', 'Athina', 'GR'],
    ['Chinese', '北京市朝阳区', 'BeiJingShiChaoYangQu', 'CN'],
    ['kana', 'さくら タナカ', 'Sakura Tanaka', 'JP'],
    ['Hangul', '서울특별시 강남구', 'SeoUlTeugByeolSi GangNamGu', 'KR'],
    ['Arabic', 'الرياض', 'Lryd', 'SA'],
    ['Hebrew', 'ירושלים', 'Yrvslym', 'IL'],
    ['Thai', 'กรุงเทพ', 'Krungethph', 'TH'],
    ['Devanagari', 'नई दिल्ली', 'Ni Dilli', 'IN'],
  ])('%s is transliterated and shown before anything is bought', (_, text, latin, countryCode) => {
    const { shipment, remarks, missing } = printed({ city: text, countryCode });
    expect(shipment.to.city).toBe(latin);
    expect(missing).toBeUndefined();
    expect(remarks).toEqual([
      `UPS prints Latin letters only. The recipient on the label will read "${latin}". Check it before you buy, or edit the address.`,
    ]);
  });
  it('keeps what the carrier takes, word by word', () => {
    const { shipment, remarks } = printed({ name: 'Zoë Иванова', address1: '12 Straße', companyName: 'É & Fils' });
    expect(shipment.to).toMatchObject({ name: 'Zoë Ivanova', address1: '12 Straße', companyName: 'É & Fils' });
    expect(remarks).toHaveLength(1);
  });
  it('asks for Japanese characters to be typed, since their reading is known to the buyer alone', () => {
    const { missing } = printed({ name: '田中さくら', city: '東京', countryCode: 'JP' });
    expect(missing?.map(({ field }) => field)).toEqual(['to.name', 'to.city']);
    expect(missing?.[0]?.message).toContain('"田中さくら" cannot be transliterated with certainty');
  });
  it('says nothing of accents and dashes that only become plainer', () => {
    const { shipment, remarks, missing } = printed({ name: 'Łukasz O’Brien', address1: 'Rue A – B' });
    expect(shipment.to).toMatchObject({ name: "Lukasz O'Brien", address1: 'Rue A - B' });
    expect([remarks, missing]).toEqual([undefined, undefined]);
    expect(printed({ city: 'Montréal' }, 'ascii').shipment.to.city).toBe('Montreal');
  });
  it('leaves pictures out, and asks where a line is nothing else', () => {
    expect(printed({ name: 'Anna 🙂 Roy' }).shipment.to.name).toBe('Anna Roy');
    expect(printed({ name: '🙂' }).missing).toMatchObject([{ field: 'to.name' }]);
  });
  it('leaves everything to a carrier that writes any script', () => {
    const asked = to({ name: '田中さくら', countryCode: 'JP' });
    expect(inLettersOf({ ...ups, letters: 'any' }, asked)).toEqual({ shipment: asked });
  });
  it('writes customs lines and references in the same letters', () => {
    const shipment: ShipmentRequest = {
      ...to({ countryCode: 'US', provinceCode: 'NY' }),
      references: ['Заказ 7'],
      customs: {
        purpose: 'Sale',
        incoterm: 'DAP',
        dutiesPaidBy: 'Receiver',
        currency: 'CAD',
        signer: 'Анна',
        items: [{ description: 'Чай', quantity: 1, unitValue: { minor: 100, currency: 'CAD' }, unitGrams: 10 }],
      },
    };
    expect(inLettersOf(ups, shipment).shipment).toMatchObject({
      references: ['Zakaz 7'],
      customs: { signer: 'Anna', items: [{ description: 'Chay' }] },
    });
  });
  it('never hands over a letter the carrier would print as a question mark', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('ascii', 'latin-1'),
        (text, letters) => {
          const { shipment, missing } = printed({ name: text }, letters);
          const allowed = letters === 'ascii' ? /^[\x20-\x7e]*$/ : /^[\x20-\x7e\xa0-\xff]*$/;
          expect(missing !== undefined || allowed.test(shipment.to.name)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
