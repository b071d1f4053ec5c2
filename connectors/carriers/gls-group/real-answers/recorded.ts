/** What GLS's test system answered a business system in Belgium: a parcel to a shop, and its cancellation. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const gls = answered(carrier, samples, {
  body: { access_token: 'recorded', token_type: 'Bearer', expires_in: 14_400 },
});

const source = 'OCA/delivery-carrier, delivery_carrier_label_gls/tests/common.py';
const recorded = '2021-06';
const TRACK_ID = 'ZMZE0SRO';

export const answers: readonly RealAnswer[] = [
  {
    name: 'a parcel to a shop: two numbers, a day in the route, the label as text',
    operation: 'ship',
    source,
    recorded,
    read: () =>
      gls.ship(
        {
          shipment: samples.domestic,
          service: 'PARCEL',
          reference: 'S000000000000001',
          uuid: '6f1c2f1e-0000-4000-8000-000000000001',
          labelFormat: 'pdf',
        },
        [
          {
            body: {
              CreatedShipment: {
                CustomerID: '0560002709',
                GDPR: ['Information about Data Protection in GLS Group can be found at', 'gls-group.eu/dataprotection'],
                ParcelData: [
                  {
                    Barcodes: {
                      Primary1D: '716649153647',
                      Primary1DPrint: true,
                      Primary2D: 'ABE7100BE7311...',
                      Secondary2D: 'A|Testlaan...',
                    },
                    HandlingInformation: 'SHD S',
                    ParcelNumber: '716649153647',
                    RoutingInfo: {
                      FinalLocationCode: 'BE7311',
                      HubLocation: 'B73',
                      InboundSortingFlag: '2',
                      LastRoutingDate: '2021-06-12',
                      Tour: '1101',
                    },
                    ServiceArea: {
                      Service: [
                        {
                          Header: 'ShopDeliveryService',
                          Information: [
                            { Name: 'ConsigneeName', Value: 'partner' },
                            { Name: 'Phone', Value: '' },
                          ],
                        },
                      ],
                    },
                    TrackID: TRACK_ID,
                  },
                ],
                PickupLocation: 'BE7100',
                PrintData: [{ Data: 'JVBERi0xLjQK', LabelFormat: 'PDF' }],
                ShipmentReference: ['S000000000000001'],
              },
            },
          },
        ],
      ),
    means: ['shipment ZMZE0SRO', 'parcel 1 716649153647', 'label pdf 1'],
  },
  {
    name: 'cancelled, which is to come: the answer’s word is written small',
    operation: 'cancel',
    source,
    recorded,
    read: () =>
      gls.cancel(
        { reference: 'S000000000000001', carrierShipmentId: TRACK_ID, trackingNumbers: ['716649153647'], kept: {} },
        [{ body: { TrackID: TRACK_ID, result: 'CANCELLATION_PENDING' } }],
        'cancel',
      ),
    means: ['refund later'],
  },
];
