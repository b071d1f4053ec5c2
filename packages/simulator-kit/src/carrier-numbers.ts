/** Tracking numbers as well-known carriers write them, for simulators of those who sell their services. */
import { luhn, mod10Weights31 } from './check-digits.ts';

export type NumberedCarrier = 'canpar' | 'purolator' | 'ups' | 'canada-post';

/** @param serial tells numbers of one simulator apart: up to eight digits */
export function carrierNumber(carrier: NumberedCarrier, serial: number): string {
  const nine = String(100_000_000 + serial);
  switch (carrier) {
    case 'canpar':
      return `D42010${nine.padStart(13, '0')}001`;
    case 'purolator': {
      const digits = `33${nine}`;
      return `${digits}${luhn(digits)}`;
    }
    case 'ups': {
      const text = `999AA10${nine.slice(1)}`;
      return `1Z${text}${upsCheck(text)}`;
    }
    default: {
      const digits = `700333${nine}`;
      return `${digits}${mod10Weights31(digits)}`;
    }
  }
}

/** Letters count as in the carrier's guide: A is 2, B is 3 and so on, modulo 10. */
function upsCheck(text: string): number {
  const values = Array.from(text, (c) => (/\d/.test(c) ? Number(c) : (c.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, i) => total + (i % 2 === 0 ? value : value * 2), 0);
  return (10 - (sum % 10)) % 10;
}
