/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import { createHmac, randomUUID } from 'node:crypto';
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { dayCases } from './own-cases-of-the-day.ts';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'express-alpha', credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' } },
  otherAccount: { id: 'express-beta', credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' } },
  wrongCredentials: { clientId: 'express-alpha', clientSecret: 'not-the-secret' },
  service: 'EXPRESS',
  domestic: withinCanada,
  crossBorder: { service: 'US_SAVER', shipment: canadaToUnitedStates },
  push: {
    account: 'express-alpha',
    topic: 'parcels.changed',
    body: JSON.stringify({
      parcels: [
        {
          trackingNumber: 'TX000000000018',
          found: true,
          events: [
            { at: '2026-11-23T17:00:00Z', code: 'MOVING', text: 'Left the depot', place: 'Toronto, ON' },
            { at: 'soon', code: 'OUT', text: 'Out for delivery' },
          ],
        },
        'no parcel',
      ],
    }),
    headers(body, { secret }, at) {
      const [time, delivery] = [String(Math.floor(at.getTime() / 1000)), randomUUID()];
      return {
        'x-testline-account': 'express-alpha',
        'x-testline-topic': 'parcels.changed',
        'x-testline-time': time,
        'x-testline-delivery': delivery,
        'x-testline-signature': createHmac('sha256', secret).update(`${time}.${delivery}.${body}`).digest('hex'),
      };
    },
    expect: {
      parcels: [
        {
          trackingNumber: 'TX000000000018',
          events: [
            {
              occurredAt: '2026-11-23T17:00:00Z',
              status: 'in-transit',
              code: 'MOVING',
              text: 'Left the depot',
              place: 'Toronto, ON',
            },
          ],
          problems: ['parcels[0].events[1].at should be in its usual form but is "soon".'],
        },
      ],
      problems: ['parcels[1] should be an object but is "no parcel".'],
    },
  },
  pickup: {
    address: withinCanada.from,
    date: '2026-11-24',
    readyTime: '10:00',
    closeTime: '16:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: { parcels: 3, totalGrams: 4_200, services: ['EXPRESS'], destinations: ['CA'], trackingNumbers: [] },
    language: 'en',
  },
  ownCases: [...ownCases(withinCanada), ...dayCases(withinCanada.from)],
};
