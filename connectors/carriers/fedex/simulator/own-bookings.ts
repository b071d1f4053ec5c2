/** Own cases of what is booked, closed and sent after a purchase. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { accountNumber, answered, base64, signed, signIn, toronto } from './own-case-parts.ts';
import type { OwnSamples } from './own-samples.ts';
import { reference, sender, uuid } from './own-purchases.ts';

export function ownBookings(samples: OwnSamples): readonly OwnCase[] {
  const { pickup } = samples;
  return [
    {
      name: 'a Ground driver is called',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: { ...pickup, reference, uuid },
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/pickup/v1/pickups',
            headers: signed,
            body: {
              associatedAccountNumber: accountNumber,
              associatedAccountNumberType: 'FEDEX_GROUND',
              originDetail: {
                pickupAddressType: 'OTHER',
                pickupLocation: {
                  contact: sender,
                  address: { streetLines: ['10 Sender Road'], ...toronto, residential: false },
                  accountNumber,
                },
                readyDateTimestamp: '2026-11-24T13:00:00Z',
                customerCloseTime: '17:00:00',
                pickupDateType: 'FUTURE_DAY',
                packageLocation: 'FRONT',
              },
              totalWeight: { units: 'KG', value: 2.5 },
              packageCount: 2,
              carrierCode: 'FDXG',
              remarks: 'Ring twice',
              countryRelationships: 'DOMESTIC',
              pickupType: 'ON_CALL',
            },
          },
          answer: answered({ pickupConfirmationCode: 'CPU16200910', message: 'Courier on the way' }),
        },
      ],
      expect: {
        kind: 'done',
        keep: { code: 'CPU16200910', company: 'FDXG' },
        result: { confirmation: 'CPU16200910', messages: [] },
      },
    },
    {
      name: 'an Express pickup is cancelled with its station',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: {
        confirmation: '3001',
        reference,
        date: '2026-11-24',
        wish: { ...pickup, load: { ...pickup.load, services: ['FEDEX_2_DAY'] } },
        kept: { code: '3001', company: 'FDXE', location: 'COSA' },
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/pickup/v1/pickups/cancel',
            headers: signed,
            body: {
              associatedAccountNumber: accountNumber,
              pickupConfirmationCode: '3001',
              carrierCode: 'FDXE',
              scheduledDate: '2026-11-24',
              location: 'COSA',
            },
          },
          answer: answered({ pickupConfirmationCode: '3001', cancelConfirmationMessage: 'Cancelled' }),
        },
      ],
      expect: { kind: 'done', result: { messages: [] } },
    },
    {
      name: 'the Ground close: its manifest as a PDF, Express named as left out',
      operation: 'endOfDay',
      step: 'close',
      input: {
        reference,
        uuid,
        from: samples.domestic.from,
        date: '2026-11-23',
        shipments: [
          {
            reference: 'COWNCASE00000002',
            carrierShipmentId: '041441760228964',
            service: 'FEDEX_GROUND',
            trackingNumbers: ['041441760228964'],
            destination: 'CA',
            kept: {},
          },
          {
            reference: 'COWNCASE00000003',
            carrierShipmentId: '794953535000',
            service: 'FEDEX_2_DAY',
            trackingNumbers: ['794953535000'],
            destination: 'CA',
            kept: {},
          },
        ],
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/ship/v1/endofday/',
            headers: signed,
            body: {
              closeReqType: 'GCDR',
              groundServiceCategory: 'GROUND',
              accountNumber,
              closeDate: '2026-11-23',
              closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
            },
          },
          answer: answered({
            closeDocuments: [
              {
                type: 'MANIFEST',
                shippingCycle: '1003234523333204',
                parts: [
                  { documentPartSequenceNumber: 1, image: base64('      PICK-UP MANIFEST\r\n 1  (041441760228964)') },
                ],
              },
            ],
          }),
        },
      ],
      expect: {
        kind: 'done',
        result: {
          manifestNumbers: ['1003234523333204'],
          files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:663' }],
          leftOut: [{ reference: 'COWNCASE00000003', message: 'FedEx Express shipments go without a close.' }],
        },
      },
    },
    {
      name: 'a certificate goes to customs after the purchase',
      operation: 'attachDocument',
      step: 'upload',
      input: {
        reference,
        carrierShipmentId: '794953535000',
        trackingNumbers: ['794953535000'],
        shipDate: '2026-11-23',
        originCountry: 'CA',
        destinationCountry: 'US',
        document: {
          kind: 'certificate-of-origin',
          name: 'Zertifikat/é.pdf',
          format: 'pdf',
          bytes: new Uint8Array(Buffer.from('%PDF-1.4')),
        },
        kept: { company: 'FDXE' },
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/documents/v1/etds/upload',
            headers: {
              authorization: signed.authorization,
              'content-type': 'multipart/form-data; boundary=scanship-COWNCASE00000001-document',
            },
            body: [
              '--scanship-COWNCASE00000001-document',
              'content-disposition: form-data; name="document"',
              '',
              JSON.stringify({
                workflowName: 'ETDPostshipment',
                carrierCode: 'FDXE',
                name: 'Zertifikat_.pdf',
                contentType: 'application/pdf',
                meta: {
                  shipDocumentType: 'CERTIFICATE_OF_ORIGIN',
                  trackingNumber: '794953535000',
                  shipmentDate: '2026-11-23T00:00:00',
                  originCountryCode: 'CA',
                  destinationCountryCode: 'US',
                },
              }),
              '--scanship-COWNCASE00000001-document',
              'content-disposition: form-data; name="attachment"; filename="Zertifikat_.pdf"',
              'content-type: application/pdf',
              '',
              '%PDF-1.4',
              '--scanship-COWNCASE00000001-document--',
              '',
            ].join('\r\n'),
          },
          answer: {
            status: 201,
            body: {
              output: { meta: { documentType: 'CO', docId: '090493e181586308', folderId: ['0b0493e1812f8921'] } },
            },
          },
        },
      ],
      expect: { kind: 'done', result: { documentId: '090493e181586308' } },
    },
  ];
}
