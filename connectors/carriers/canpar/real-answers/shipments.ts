/** What Canpar's demonstration account answered: a label's shipment, a way over a partner to Sudbury, a void. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const canpar = answered(carrier, samples);
const source = 'karrioapi/karrio';
const BARCODE = 'D999999988030400000008';
const NIL = 'xsi:nil="true"';

const envelope = (method: string, type: string, inner: string): { readonly body: string } => ({
  body: `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"><soapenv:Body><ns:${method}Response xmlns:ns="http://ws.business.canshipws.canpar.com"><ns:return xmlns:ax29="http://ws.dto.canshipws.canpar.com/xsd" xmlns:ax211="http://dto.canshipws.canpar.com/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="ax29:${type}"><ax29:error ${NIL}/>${inner}</ns:return></ns:${method}Response></soapenv:Body></soapenv:Envelope>`,
});
const element = (name: string, value: string): string =>
  value === '' ? `<ax211:${name}/>` : `<ax211:${name}>${value}</ax211:${name}>`;

/** "code day time | city | words": the newest first. */
const scan = (row: string): string => {
  const [head = '', city = '', words = ''] = row.split(' | ');
  const [code = '', ...when] = head.split(' ');
  const place = [
    ['address_line_1', ''],
    ['city', city],
    ['country', 'CA'],
    ['id', '-1'],
    ['inserted_on', '2015-01-22T23:17:26.681Z'],
    ['province', 'ON'],
    ['residential', 'false'],
  ] as const;
  return `<ax211:events xsi:type="ax211:TrackingEvent"><ax211:address xsi:type="ax211:Address">${place.map(([name, value]) => element(name, value)).join('')}</ax211:address>${element('code', code)}${element('code_description_en', words)}<ax211:comment ${NIL}/>${element('local_date_time', when.join(' '))}${element('time_shift', '3')}</ax211:events>`;
};

const CHARGES = [
  'cod_charge 0.0',
  'cos_charge 0.0',
  'dg_charge 0.0',
  'dv_charge 0.0',
  'ea_charge 0.0',
  'freight_charge 7.57',
  'fuel_surcharge 0.0',
  'handling 0.0',
  'premium_charge 0.0',
  'ra_charge 2.75',
  'rural_charge 0.0',
  'tax_charge_1 1.34',
  'tax_charge_2 0.0',
  'tax_code_1 ONHST',
  'xc_charge 0.0',
];

export const answers: readonly RealAnswer[] = [
  {
    name: 'bought: no total among its charges, empty elements and nothing beside each other',
    operation: 'ship',
    source,
    recorded: '2012-06-15',
    read: () => {
      const pairs = CHARGES.map((row) => row.split(' ') as [string, string]);
      const one = `<ax211:packages xsi:type="ax211:Package"><ax211:alternative_reference/>${element('barcode', 'D999999990000000461001')}${element('billed_weight', '1.0')}<ax211:cod ${NIL}/>${element('package_num', '1')}${element('package_reference', '461')}<ax211:reference/></ax211:packages>`;
      return canpar.ship(
        {
          shipment: { ...samples.domestic, parcels: samples.domestic.parcels.slice(0, 1) },
          service: '1',
          reference: 'S000000000000001',
          uuid: '6f1c2f1e-0000-4000-8000-000000000001',
          labelFormat: 'pdf',
        },
        [
          envelope(
            'processShipment',
            'ProcessShipmentRs',
            `<ax29:processShipmentResult xsi:type="ax211:ProcessShipmentResult"><ax211:errors ${NIL}/><ax211:shipment xsi:type="ax211:Shipment"><ax211:airport_code/>${element('billed_weight', '1.0')}${element('estimated_delivery_date', '2012-06-18T04:00:00.000Z')}${element('id', '10000696')}${one}${pairs.map(([name, value]) => element(name, value)).join('')}<ax211:tax_code_2/>${element('shipment_status', 'R')}${element('voided', 'false')}</ax211:shipment></ax29:processShipmentResult>`,
          ),
        ],
        'create',
      );
    },
    means: [
      'shipment 10000696',
      'parcel 1 D999999990000000461001',
      'base freight 7.57 + surcharge ra 2.75 + tax ONHST 1.34 | 11.66 CAD',
    ],
  },
  {
    name: 'handed to a partner at night and delivered, although the answer says that it is not',
    operation: 'track',
    source,
    recorded: '2015-01-22',
    read: () =>
      canpar.track(
        BARCODE,
        envelope(
          'trackByBarcodeV2',
          'TrackByBarcodeRs',
          `<ax29:result xsi:type="ax211:TrackingResult">${element('barcode', BARCODE)}${element('delivered', 'false')}${element('estimated_delivery_date', '20110307')}${[
            'DEL 20110308 091442 | SUDBURY | DELIVERED',
            'INA 20110308 061542 | SUDBURY | ARRIVAL AT INTERLINE',
            'INO 20110307 230559 | ETOBICOKE | INTERLINE OUTBOUND',
            'ARR 20110307 230314 | ETOBICOKE | ARRIVAL AT HUB/TERMINAL FROM BULK/CITY TRAILER',
            'PIC 20110307 145353 | ETOBICOKE | PICKUP FROM CUSTOMER/SHIPPER',
          ]
            .map(scan)
            .join(
              '',
            )}<ax211:reference_num ${NIL}/>${element('shipping_date', '20110307')}<ax211:signature ${NIL}/><ax211:signed_by ${NIL}/></ax29:result>`,
        ),
      ),
    means: [
      '2011-03-08T09:14:42 delivered DEL DELIVERED @ SUDBURY, ON',
      '2011-03-08T06:15:42 in-transit INA ARRIVAL AT INTERLINE @ SUDBURY, ON',
      '2011-03-07T23:05:59 in-transit INO INTERLINE OUTBOUND @ ETOBICOKE, ON',
      '2011-03-07T23:03:14 in-transit ARR ARRIVAL AT HUB/TERMINAL FROM BULK/CITY TRAILER @ ETOBICOKE, ON',
      '2011-03-07T14:53:53 accepted PIC PICKUP FROM CUSTOMER/SHIPPER @ ETOBICOKE, ON',
      'expected 2011-03-07',
    ],
  },
  {
    name: 'voided: nothing but that there is no error',
    operation: 'cancel',
    source,
    recorded: '2012-06-15',
    read: () =>
      canpar.cancel(
        { reference: 'S000000000000001', carrierShipmentId: '10000696', trackingNumbers: [BARCODE], kept: {} },
        [envelope('voidShipment', 'VoidShipmentRs', '')],
        'void',
      ),
    means: ['refund now'],
  },
];
