/** A carrier whose prices go by place (`pricesByPlace`) is told nothing that tells two addresses of one place apart. */
import assert from 'node:assert/strict';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Carrier } from '../carrier/carrier.ts';
import type { HttpTrace } from '../http/trace.ts';
import { runRate } from '../steps/run-question.ts';
import { type ConformanceCase, type Harness, openHarnessEnv } from './conformance-harness.ts';

/** Somebody else's parcel to another door of the same place, with other things in it. */
export const toNeighbour = (of: ShipmentRequest): ShipmentRequest => ({
  ...of,
  references: ['Another order'],
  to: {
    ...of.to,
    name: 'Maxime Desrosiers',
    address1: '4021 Other Road',
    address2: 'Unit 5',
    phone: '+1 613 555 0177',
    email: 'somebody.else@example.com',
  },
  parcels: of.parcels.map((parcel) => ({ ...parcel, packageId: 'another-box', items: [{ line: 7, quantity: 3 }] })),
});

export function placeCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { pricesByPlace, capabilities } = carrier.manifest;
  if (!capabilities.rate) return [];
  return [
    {
      name: 'a price that goes by place is asked for without a word about who lives there',
      capability: 'rate',
      notApplicable: pricesByPlace ? undefined : 'is told whom the parcel goes to, or asks nobody',
      run: async () => {
        const ask = async (shipment: ShipmentRequest) => {
          const sent: HttpTrace[] = [];
          const { credentials } = harness.samples.account;
          const env = openHarnessEnv(carrier.manifest, harness, credentials, {
            trace: { keepsExactly: 1_000_000, record: (trace) => void sent.push(trace) },
          });
          const answer = await runRate(carrier, { shipment }, env);
          assert.ok(answer.ok && answer.value.offers.length > 0, JSON.stringify(answer));
          return { answer: answer.value, sent: sent.map((one) => [one.method, one.address, one.exact?.requestBody]) };
        };
        const { domestic } = harness.samples;
        const own = await ask(domestic);
        assert.deepEqual(await ask(toNeighbour(domestic)), own);
        if (pricesByPlace !== 'zip5') return undefined;
        const longer = { ...domestic, to: { ...domestic.to, zipcode: `${domestic.to.zipcode.slice(0, 5)}-0009` } };
        assert.deepEqual(await ask(longer), own);
        return undefined;
      },
    },
  ];
}
