/** A price inside Toronto from Canpar's demonstration account: no total, an Ontario tax, midnight as four o'clock by UTC. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';

const shipment = {
  billed_weight: '1.0',
  billed_weight_unit: 'L',
  cod_charge: '0.0',
  cos_charge: '0.0',
  dg_charge: '0.0',
  dv_charge: '0.0',
  ea_charge: '0.0',
  estimated_delivery_date: '2012-06-18T04:00:00.000Z',
  freight_charge: '7.57',
  fuel_surcharge: '0.0',
  handling: '0.0',
  premium_charge: '0.0',
  ra_charge: '2.75',
  rural_charge: '0.0',
  service_type: '1',
  shipping_date: '2012-06-15T04:00:00.000Z',
  tax_charge_1: '1.34',
  tax_charge_2: '0.0',
  tax_code_1: 'ONHST',
  tax_code_2: '',
  transit_time: '1',
  xc_charge: '0.0',
};

export const answers: readonly RealAnswer[] = [
  {
    name: 'no total is stated; a residential fee although the address is not one',
    operation: 'rate',
    source: 'karrioapi/karrio',
    recorded: '2012-06-15',
    read: () => {
      const { offers, problems } = readRates(readObject({ processShipmentResult: [{ shipment }] }), []);
      return [
        ...offers.map(({ service, lines, total, billableGrams, transitDays, deliverBy }) =>
          [
            service,
            lines.map(({ kind, code, amount }) => `${kind} ${code} ${toDecimal(amount)}`).join(' + '),
            `${toDecimal(total)} ${total.currency}`,
            `${billableGrams} g`,
            `${transitDays} by ${deliverBy}`,
          ].join(' | '),
        ),
        ...problems.map(({ message }) => message),
      ];
    },
    means: ['1 | base freight 7.57 + surcharge ra 2.75 + tax ONHST 1.34 | 11.66 CAD | 454 g | 1 by 2012-06-18'],
  },
];
