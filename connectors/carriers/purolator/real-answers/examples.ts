/** Examples that Purolator gives with its samples in PHP: prices of the same lane without dangerous goods, purchases, voids. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { bought, pins, purolator, refusal, soap } from './recorded.ts';

const source = 'desaikalpesh34/purolator, api/*Commercial.php';
const PIN = '329014521622';

type Price = readonly [
  service: string,
  day: string,
  days: number,
  base: string,
  fuel: string,
  gst: string,
  total: string,
];

const estimate = ([service, day, days, base, fuel, gst, total]: Price): string =>
  `<ShipmentEstimate><ServiceID>${service}</ServiceID><ShipmentDate>2009-04-16</ShipmentDate><ExpectedDeliveryDate>${day}</ExpectedDeliveryDate><EstimatedTransitDays>${days}</EstimatedTransitDays><BasePrice>${base}</BasePrice><Surcharges><Surcharge><Amount>1.85</Amount><Type>ResidentialDelivery</Type><Description>Residential Delivery</Description></Surcharge><Surcharge><Amount>${fuel}</Amount><Type>Fuel</Type><Description>Fuel</Description></Surcharge></Surcharges><Taxes>${[
    ['0', 'PSTQST', 'PST/QST'],
    ['0', 'HST', 'HST'],
    [gst, 'GST', 'GST'],
  ]
    .map(
      ([amount, type, words]) =>
        `<Tax><Amount>${amount}</Amount><Type>${type}</Type><Description>${words}</Description></Tax>`,
    )
    .join('')}</Taxes><OptionPrices i:nil="true"/><TotalPrice>${total}</TotalPrice></ShipmentEstimate>`;

const example = { source, recorded: '2009-04-16', isExample: true } as const;
const input = { reference: 'S000000000000001', carrierShipmentId: PIN, trackingNumbers: [PIN], kept: {} };

export const answers: readonly RealAnswer[] = [
  {
    ...example,
    name: 'prices of five services without options',
    operation: 'rate',
    read: () =>
      purolator.rate(
        samples.domestic,
        soap(
          'GetFullEstimateResponse',
          `<ShipmentEstimates>${(
            [
              ['PurolatorExpress9AM', '2009-04-17', 1, '62.35', '2.81', '3.35', '70.36'],
              ['PurolatorExpress10:30AM', '2009-04-17', 1, '55', '2.48', '2.97', '62.3'],
              ['PurolatorExpress', '2009-04-17', 1, '46.15', '2.08', '2.5', '52.58'],
              ['PurolatorGround', '2009-04-22', 4, '29.6', '1.33', '1.64', '34.42'],
              ['PurolatorGroundDistribution', '2009-04-22', 4, '87.69', '3.95', '4.67', '98.16'],
            ] satisfies readonly Price[]
          )
            .map(estimate)
            .join('')}</ShipmentEstimates><ReturnShipmentEstimates i:nil="true"/>`,
        ),
      ),
    means: [
      'PurolatorExpress9AM Purolator Express 9AM | base BASE 62.35 + surcharge ResidentialDelivery 1.85 + fuel Fuel 2.81 + tax GST 3.35 | 70.36 CAD | 1 d, 2009-04-17',
      'PurolatorExpress10:30AM Purolator Express 10:30AM | base BASE 55.00 + surcharge ResidentialDelivery 1.85 + fuel Fuel 2.48 + tax GST 2.97 | 62.30 CAD | 1 d, 2009-04-17',
      'PurolatorExpress Purolator Express | base BASE 46.15 + surcharge ResidentialDelivery 1.85 + fuel Fuel 2.08 + tax GST 2.50 | 52.58 CAD | 1 d, 2009-04-17',
      'PurolatorGround Purolator Ground | base BASE 29.60 + surcharge ResidentialDelivery 1.85 + fuel Fuel 1.33 + tax GST 1.64 | 34.42 CAD | 4 d, 2009-04-22',
      'PurolatorGroundDistribution Purolator Ground Distribution | base BASE 87.69 + surcharge ResidentialDelivery 1.85 + fuel Fuel 3.95 + tax GST 4.67 | 98.16 CAD | 4 d, 2009-04-22',
    ],
  },
  bought(
    'a parcel bought; a cheque that is not asked for has an empty number',
    example,
    'create',
    soap('CreateShipmentResponse', `${pins(PIN)}<ReturnShipmentPINs/><ExpressChequePIN><Value/></ExpressChequePIN>`),
    [`shipment ${PIN}`, `parcel 1 ${PIN}`],
  ),
  bought(
    'a parcel back, under the number of the shop',
    example,
    'return',
    soap('CreateReturnsManagementShipmentResponse', `${pins('329015010179')}<RMA>RMA123</RMA>`),
    ['shipment 329015010179', 'parcel 1 329015010179'],
  ),
  {
    ...example,
    name: 'voided',
    operation: 'cancel',
    read: () => purolator.cancel(input, [soap('VoidShipmentResponse', '<ShipmentVoided>true</ShipmentVoided>')]),
    means: ['refund now'],
  },
  {
    ...example,
    name: 'a void of the day before',
    operation: 'cancel',
    read: () =>
      purolator.cancel(input, [
        soap(
          'VoidShipmentResponse',
          '<ShipmentVoided>false</ShipmentVoided>',
          refusal('1100429', 'You can only cancel shipments created today.'),
        ),
      ]),
    means: ['refused 1100429 Purolator voids a shipment only on the day it was made.'],
  },
];
