import { address as schema } from '@scanship/contracts/common';
import { describe, expect, it } from 'vitest';
import { addressLines, differences, emptyAddress, missingFields, toWire } from './address-model.ts';

const montreal = {
  ...emptyAddress('CA'),
  name: 'Zoé Roy',
  address1: '218 rue Saint-Paul',
  city: 'Montréal',
  provinceCode: 'QC',
  zipcode: 'H2Y 1Z8',
};

describe('addresses', () => {
  it('differences ignore case, blanks and absent values', () => {
    expect(differences(montreal, { ...montreal, city: ' MONTRÉAL ', companyName: null })).toEqual([]);
    expect(differences(montreal, { ...montreal, zipcode: 'H2Y 1Z9', phone: '514 555-0100' })).toEqual([
      'zipcode',
      'phone',
    ]);
  });
  it('names what no address can do without', () => {
    expect(missingFields(emptyAddress('CA'))).toEqual(['name', 'address1', 'city']);
    expect(missingFields(montreal)).toEqual([]);
  });
  it('leaves as the contract wants it', () => {
    const wire = toWire(montreal);
    expect(wire.companyName).toBeNull();
    expect(schema.safeParse(wire).success).toBe(true);
  });
  it('reads like an envelope', () => {
    expect(addressLines(montreal)).toEqual(['Zoé Roy', '218 rue Saint-Paul', 'Montréal QC H2Y 1Z8', 'CA']);
  });
});
