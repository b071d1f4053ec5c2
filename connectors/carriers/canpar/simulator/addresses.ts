/** A few streets of the simulator's address file. */
import { element, textOf } from '@scanship/simulator-kit/xml-message';
import { refuse } from './wire.ts';

interface Entry {
  readonly number: string;
  readonly name: string;
  readonly type: string;
  readonly city: string;
  readonly province: string;
  readonly postal: string;
}

const FILE: readonly Entry[] = [
  { number: '10', name: 'SENDER', type: 'RD', city: 'TORONTO', province: 'ON', postal: 'M5V2T6' },
  { number: '20', name: 'RECEIVER', type: 'AVE', city: 'VANCOUVER', province: 'BC', postal: 'V6B1A1' },
  { number: '565', name: 'SHERBOURNE', type: 'ST', city: 'TORONTO', province: 'ON', postal: 'M4X1W7' },
];

/** Found by number and name, in the city or at the postal code. */
export function search(request: unknown): string[] {
  const [name, number] = [textOf(request, 'street_name').toUpperCase(), textOf(request, 'street_num')];
  if (textOf(request, 'city') === '' && textOf(request, 'postal_code') === '')
    throw refuse('CITY OR POSTAL CODE IS REQUIRED');
  return FILE.filter(
    (e) =>
      e.name === name &&
      e.number === number &&
      (e.city === textOf(request, 'city').toUpperCase() || e.postal === textOf(request, 'postal_code')),
  ).map((e) =>
    element('address', [
      element('address_line_1', `${e.number} ${e.name} ${e.type}`),
      element('address_line_2', ''),
      element('city', e.city),
      element('country', 'CA'),
      element('id', -1),
      element('postal_code', e.postal),
      element('province', e.province),
      element('residential', 'false'),
    ]),
  );
}
