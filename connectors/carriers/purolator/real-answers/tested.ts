/** What Purolator's test systems gave: prices with a heavy parcel for a home, over a weekend; purchases and a refusal. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { bought, pins, purolator, refusal, soap } from './recorded.ts';

const tested = { source: 'pesimista/purolator, shipments_test.go', recorded: '2024-02' } as const;
const review = { source: 'JimRh/ubbereview, test_puro_*.py', recorded: '2020-12-04' } as const;

const estimate = (service: string, base: string, fuel: string, gst: string, total: string): string =>
  `<ShipmentEstimate><ServiceID>${service}</ServiceID><ShipmentDate>2020-12-04</ShipmentDate><ExpectedDeliveryDate>2020-12-07</ExpectedDeliveryDate><EstimatedTransitDays>1</EstimatedTransitDays><BasePrice>${base}</BasePrice><Surcharges><Surcharge><Amount>2.95</Amount><Type>ResidentialDelivery</Type><Description>Residential Area</Description></Surcharge><Surcharge><Amount>${fuel}</Amount><Type>Fuel</Type><Description>Fuel</Description></Surcharge></Surcharges><Taxes><Tax><Amount>0</Amount><Type>PSTQST</Type><Description>PST/QST</Description></Tax><Tax><Amount>0</Amount><Type>HST</Type><Description>HST</Description></Tax><Tax><Amount>${gst}</Amount><Type>GST</Type><Description>GST</Description></Tax></Taxes><OptionPrices><OptionPrice><Amount>50</Amount><ID>ResidentialAreaHeavyweight</ID><Description>Special Handling - Residential Area Heavy Weight(1pc)</Description></OptionPrice></OptionPrices><TotalPrice>${total}</TotalPrice></ShipmentEstimate>`;

export const answers: readonly RealAnswer[] = [
  {
    ...review,
    name: 'fifty kilograms to a home, over a weekend',
    operation: 'rate',
    read: () =>
      purolator.rate(
        samples.domestic,
        soap(
          'GetFullEstimateResponse',
          `<ShipmentEstimates>${estimate('PurolatorExpress9AM', '132.35', '22.24', '10.38', '217.92')}${estimate('PurolatorExpress12PM', '65.85', '14.26', '6.65', '139.71')}</ShipmentEstimates>`,
        ),
      ),
    means: [
      'PurolatorExpress9AM Purolator Express 9AM | base BASE 132.35 + surcharge ResidentialDelivery 2.95 + fuel Fuel 22.24 + option ResidentialAreaHeavyweight 50.00 + tax GST 10.38 | 217.92 CAD | 1 d, 2020-12-07',
      'PurolatorExpress12PM Purolator Express 12PM | base BASE 65.85 + surcharge ResidentialDelivery 2.95 + fuel Fuel 14.26 + option ResidentialAreaHeavyweight 50.00 + tax GST 6.65 | 139.71 CAD | 1 d, 2020-12-07',
    ],
  },
  bought(
    'bought, with no message and no parcel back',
    review,
    'create',
    soap(
      'CreateShipmentResponse',
      `${pins('329026672488')}<ReturnShipmentPINs i:nil="true"/><ExpressChequePIN><Value i:nil="true"/></ExpressChequePIN>`,
      '<Errors i:nil="true"/>',
    ),
    ['shipment 329026672488', 'parcel 1 329026672488'],
  ),
  bought(
    'bought in the test system',
    tested,
    'create',
    soap(
      'CreateShipmentResponse',
      `${pins('329039229987')}<ReturnShipmentPINs/><ExpressChequePIN><Value/></ExpressChequePIN>`,
    ),
    ['shipment 329039229987', 'parcel 1 329039229987'],
  ),
  bought(
    'a day on which nothing can be shipped',
    tested,
    'create',
    soap(
      'CreateShipmentResponse',
      '<ShipmentPIN i:nil="true"/><PiecePINs i:nil="true"/><ReturnShipmentPINs i:nil="true"/><ExpressChequePIN i:nil="true"/>',
      refusal('1100759', 'Invalid Shipment Date'),
    ),
    ['invalid-input 1100759 (shipDate) Purolator: Invalid Shipment Date.'],
  ),
];
