import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  courierTrackingNumber,
  hasMod10CheckDigit,
  isCourierTrackingNumber,
  isS10,
  luhnCheckDigit,
  mod10CheckDigit,
  mod3736CheckCharacter,
  mod7CheckDigit,
  normaliseTrackingNumber,
  s10CheckDigit,
  upsCheckDigit,
  weightedCheckDigit,
} from './tracking-numbers.ts';

describe('published examples', () => {
  it('GS1: GTINs 629104150021 and 400638133393 have check digits 3 and 1', () => {
    expect(mod10CheckDigit('629104150021')).toBe(3);
    expect(mod10CheckDigit('400638133393')).toBe(1);
  });
  it('ISO/IEC 7812-1: 7992739871 has Luhn digit 3', () => expect(luhnCheckDigit('7992739871')).toBe(3));
  it('UPU S10: 47312482 has check digit 9', () => expect(s10CheckDigit('47312482')).toBe(9));
  it('S10 special cases: remainder 1 gives 0, remainder 0 gives 5', () => {
    expect(s10CheckDigit('00000000')).toBe(5);
    expect(s10CheckDigit('00020020')).toBe(5); // 2 x 2 + 2 x 9 = 22, 22 mod 11 = 0
    expect(s10CheckDigit('00004000')).toBe(0); // 4 x 3 = 12, 12 mod 11 = 1
  });
  it('mod 7 is the whole number modulo 7', () => expect(mod7CheckDigit('331881002')).toBe(331_881_002 % 7));
  it('UPS documentation: 1Z 12345E020527168 4', () => expect(upsCheckDigit('999AA1012345678')).toBe(4));
  it('ISO/IEC 7064 mod 37,36: A12425GABC1234002 has check character M', () =>
    expect(mod3736CheckCharacter('A12425GABC1234002')).toBe('M'));
});

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((d) => d.join(''));
const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1);

describe('properties', () => {
  it('mod 10 (3, 1) and Luhn notice every single wrong digit', () => {
    fc.assert(
      fc.property(digits(8, 8), fc.nat(7), fc.integer({ min: 1, max: 9 }), (serial, at, shift) => {
        const other = replaceAt(serial, at, String((Number(serial[at]) + shift) % 10));
        expect(mod10CheckDigit(other)).not.toBe(mod10CheckDigit(serial));
        expect(luhnCheckDigit(other)).not.toBe(luhnCheckDigit(serial));
      }),
    );
  });

  it('a courier number is found valid, and not with another last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 1, max: 9 }), (serial, shift) => {
        const number = courierTrackingNumber('MP', serial);
        expect(number).toHaveLength(13);
        expect(isCourierTrackingNumber(number)).toBe(true);
        const wrong = number.slice(0, -1) + String((Number(number.at(-1)) + shift) % 10);
        expect(isCourierTrackingNumber(wrong)).toBe(false);
      }),
    );
  });

  it('two serials never share a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9_999_999_999 }), (a, b) => {
        expect(courierTrackingNumber('AA', a) === courierTrackingNumber('AA', b)).toBe(a === b);
      }),
    );
  });
});

describe('bad input', () => {
  it('is refused, never numbered', () => {
    expect(() => mod10CheckDigit('12A4')).toThrow(/digits only/);
    expect(() => mod10CheckDigit('')).toThrow(RangeError);
    expect(() => s10CheckDigit('1234567')).toThrow(/eight digits/);
    expect(() => courierTrackingNumber('mp', 1)).toThrow(/two capital letters/);
    expect(() => courierTrackingNumber('MP', 10_000_000_000)).toThrow(/ten digits/);
    expect(() => weightedCheckDigit('12', [1], 11, 10)).toThrow(/expected 1 digits/);
  });
  it('is not found valid', () => {
    expect(hasMod10CheckDigit('')).toBe(false);
    expect(isS10('RB123456785G')).toBe(false);
    expect(isCourierTrackingNumber('MP123')).toBe(false);
  });
  it('is cleaned of what people type between the digits', () =>
    expect(normaliseTrackingNumber(' rb 1234-5678 5gb ')).toBe('RB123456785GB'));
});

/* The public collection of tracking-number rules (MIT), read where it lies beside the repository. */
interface Rule {
  readonly name: string;
  readonly regex: string | readonly string[];
  readonly validation: {
    readonly checksum?: {
      readonly name: string;
      readonly weightings?: readonly number[];
      readonly modulo1?: number;
      readonly modulo2?: number;
      readonly evens_multiplier?: number;
      readonly odds_multiplier?: number;
      readonly reverse?: boolean;
    };
    readonly serial_number_format?: {
      readonly prepend_if?: { readonly matches_regex: string; readonly content: string };
    };
  };
  readonly test_numbers: { readonly valid: readonly string[] };
}

/** Check character our functions give, or undefined for a rule they do not cover. */
function checkCharacter(rule: Rule, serial: string): string | undefined {
  const sum = rule.validation.checksum;
  if (sum === undefined) return undefined;
  switch (sum.name) {
    case 's10':
      return String(s10CheckDigit(serial));
    case 'luhn':
      return String(luhnCheckDigit(serial));
    case 'mod7':
      return String(mod7CheckDigit(serial));
    case 'mod_37_36':
      return mod3736CheckCharacter(serial);
    case 'sum_product_with_weightings_and_modulo':
      return String(weightedCheckDigit(serial, sum.weightings ?? [], sum.modulo1 ?? 0, sum.modulo2 ?? 0));
    case 'mod10':
      // Letters and multipliers other than (3, 1) from the right belong to UPS and a few others.
      if (/[A-Z]/.test(serial) || sum.odds_multiplier === 2) return String(upsCheckDigit(serial));
      return `${sum.evens_multiplier},${sum.odds_multiplier}` === (sum.evens_multiplier === 1 ? '1,3' : '3,1')
        ? String(mod10CheckDigit(serial))
        : undefined;
    default:
      return undefined;
  }
}

const folder = new URL('../../../../../shared/vendor/tracking-number-data/couriers/', import.meta.url);
// The numbers are public data beside the repository, not in it: a second judge where they are there.
describe('public test numbers', () => {
  it('every valid number whose rule is known carries the check digit we compute', () => {
    if (!existsSync(folder))
      return void process.stderr.write('tracking-number-data is not here: its check is left out.\n');
    let checked = 0;
    const wrong: string[] = [];
    for (const file of readdirSync(folder)) {
      const courier = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { tracking_numbers: Rule[] };
      for (const rule of courier.tracking_numbers) {
        const pattern = new RegExp(`^${typeof rule.regex === 'string' ? rule.regex : rule.regex.join('')}$`);
        for (const number of rule.test_numbers.valid) {
          const groups = pattern.exec(number)?.groups;
          if (groups?.CheckDigit === undefined || groups.SerialNumber === undefined) continue;
          let serial = groups.SerialNumber.replace(/\s/g, '');
          const prepend = rule.validation.serial_number_format?.prepend_if;
          if (prepend && new RegExp(prepend.matches_regex).test(serial)) serial = prepend.content + serial;
          const expected = checkCharacter(rule, serial);
          if (expected === undefined) continue;
          checked += 1;
          if (expected !== groups.CheckDigit.trim()) wrong.push(`${rule.name} ${number}: ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });
});
