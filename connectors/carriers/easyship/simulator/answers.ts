/** Addresses the simulator knows, and what it makes of duties. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { AskedAddress, DutiesMessage } from './contract.ts';

/** House numbers below 1000 exist everywhere; a slip in "Stret" is put right; "Nowhere" is a street without numbers. */
export function checkJson(asked: AskedAddress): JsonObject {
  const number = Number(/^\d+/.exec(asked.line_1)?.[0] ?? '0');
  const exists = number >= 1 && number <= 999;
  const line = asked.line_1.replace(/\bStret\b/, 'Street');
  const found = exists ? 'premise' : 'city';
  const address = {
    line_1: line,
    ...(asked.line_2 === undefined ? {} : { line_2: asked.line_2 }),
    city: asked.city,
    state: asked.state ?? null,
    postal_code: asked.postal_code ?? null,
    country_alpha2: asked.country_alpha2,
  };
  return {
    address: {
      id: '01563646-58c1-4607-8fe0-cae3e33c0001',
      ...asked,
      validation: {
        status: exists ? 'verified' : 'unverified',
        detail: found,
        comparison: { pre: found, post: found, changes: line === asked.line_1 ? 'none' : 'minor' },
        address: { ...address, line_3: null },
      },
    },
    meta: { request_id: 'validation' },
  };
}

/** A tenth of the goods as duty, a twentieth of goods and transport as tax. */
export function dutiesJson(asked: DutiesMessage): JsonObject {
  const goods = asked.items.reduce((sum, item) => sum + item.customs_value, 0);
  const cents = (value: number): number => Math.round(value * 100) / 100;
  return {
    tax_and_duty: {
      duty: cents(goods * 0.1),
      tax: cents((goods + asked.shipment_charge) * 0.05),
      currency: asked.currency ?? 'USD',
      import_duty_details: null,
    },
    meta: { request_id: 'duties' },
  };
}
