/** Prices to the United States, of the same service in its SOAP form: no taxes, and a courier that promises no day. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const post = answered(carrier, samples);

interface Quote {
  readonly code: string;
  readonly name: string;
  readonly base: string;
  readonly due: string;
  readonly automation: string;
  readonly fuel: readonly [amount: string, percent: string];
  readonly signed: boolean;
  readonly standard: string;
}

const option = (code: string, name: string): string =>
  `<option><option-code>${code}</option-code><option-name>${name}</option-name><option-price>0</option-price></option>`;

const adjustment = (code: string, name: string, cost: string, percent: string): string =>
  `<adjustment><adjustment-code>${code}</adjustment-code><adjustment-name>${name}</adjustment-name><adjustment-cost>${cost}</adjustment-cost><qualifier><percent>${percent}</percent></qualifier></adjustment>`;

const quote = ({ code, name, base, due, automation, fuel, signed, standard }: Quote): string =>
  `<price-quote><service-code>${code}</service-code><service-name>${name}</service-name><price-details><base>${base}</base><taxes><gst>0.00</gst><pst>0.00</pst><hst>0.00</hst></taxes><due>${due}</due><options>${option('DC', 'Delivery confirmation')}${signed ? option('SO', 'Signature option') : ''}</options><adjustments>${adjustment('AUTDISC', 'Automation discount', automation, '3.000')}${adjustment('FUELSC', 'Fuel surcharge', ...fuel)}</adjustments></price-details><weight-details/><service-standard>${standard}</service-standard></price-quote>`;

const inFourDays = (guaranteed: boolean): string =>
  `<am-delivery>false</am-delivery><guaranteed-delivery>${guaranteed}</guaranteed-delivery><expected-transit-time>4</expected-transit-time><expected-delivery-date>2014-06-30</expected-delivery-date>`;

export const answers: readonly RealAnswer[] = [
  {
    name: 'three services to the United States, one without a day',
    operation: 'rate',
    source: 'https://github.com (a shopping cart in PHP, an answer kept below its code)',
    recorded: '2014-06',
    read: () =>
      post.rate(samples.crossBorder?.shipment ?? samples.domestic, {
        body: `<?xml version="1.0" encoding="UTF-8"?><price-quotes xmlns="http://www.canadapost.ca/ws/ship/rate-v4">${[
          quote({
            code: 'USA.EP',
            name: 'Expedited Parcel USA',
            base: '24.53',
            due: '25.51',
            automation: '-0.74',
            fuel: ['1.72', '7.25'],
            signed: false,
            standard: inFourDays(false),
          }),
          quote({
            code: 'USA.PW.PARCEL',
            name: 'Priority Worldwide parcel USA',
            base: '92.77',
            due: '102.14',
            automation: '-2.78',
            fuel: ['12.15', '13.5'],
            signed: true,
            standard: '<am-delivery>false</am-delivery><guaranteed-delivery>false</guaranteed-delivery>',
          }),
          quote({
            code: 'USA.XP',
            name: 'Xpresspost USA',
            base: '36.07',
            due: '39.28',
            automation: '-1.08',
            fuel: ['4.29', '12.25'],
            signed: true,
            standard: inFourDays(true),
          }),
        ].join('')}</price-quotes>`,
      }),
    means: [
      'USA.EP Expedited Parcel USA | base BASE 24.53 + discount AUTDISC -0.74 + fuel FUELSC 1.72 | 25.51 CAD | 4 d, 2014-06-30',
      'USA.PW.PARCEL Priority Worldwide parcel USA | base BASE 92.77 + discount AUTDISC -2.78 + fuel FUELSC 12.15 | 102.14 CAD | ',
      'USA.XP Xpresspost USA | base BASE 36.07 + discount AUTDISC -1.08 + fuel FUELSC 4.29 | 39.28 CAD | 4 d, 2014-06-30',
    ],
  },
];
