import { expect, it } from 'vitest';
import { statusOfWords } from './status-words.ts';

it('words of events, worse news before better ones', () => {
  const said: Readonly<Record<string, string | undefined>> = {
    'Delivered, front door': 'delivered',
    'Delivery attempted, nobody home': 'exception',
    'Returned to sender': 'returned',
    'Return in progress': 'returning',
    'Out for delivery': 'out-for-delivery',
    'Available for pickup': 'available-for-pickup',
    'Customs clearance completed': 'customs',
    'Picked up by the carrier': 'accepted',
    'Shipping label created': 'label-created',
    'Departed the sort facility': 'in-transit',
    'Something else': undefined,
  };
  expect(Object.fromEntries(Object.keys(said).map((text) => [text, statusOfWords(text)]))).toEqual(said);
});
