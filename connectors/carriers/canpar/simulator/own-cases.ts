/** Our own request and answer for every operation, written by hand from Canpar's reference (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const NAMESPACES = {
  Rating: 'http://ws.onlinerating.canshipws.canpar.com',
  Business: 'http://ws.business.canshipws.canpar.com',
  Addons: 'http://ws.canparaddons.canpar.com',
} as const;
const PATHS = {
  Rating: 'CanparRatingService',
  Business: 'CanshipBusinessService',
  Addons: 'CanparAddonsService',
} as const;

/** @param request content with the prefixes `m` and `t` @param answer content of `return`, without prefixes */
const exchange = (service: keyof typeof PATHS, method: string, request: string, answer: string): OwnExchange => ({
  request: {
    method: 'POST',
    path: `/canshipws/services/${PATHS[service]}`,
    headers: { soapaction: `"urn:${method}"`, 'content-type': 'text/xml; charset=utf-8' },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ws="${NAMESPACES[service]}" xmlns:m="http://ws.dto.canshipws.canpar.com/xsd" xmlns:t="http://dto.canshipws.canpar.com/xsd">
      <soap:Body><ws:${method}><ws:request>${request}</ws:request></ws:${method}></soap:Body></soap:Envelope>`,
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<soapenv:Envelope xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"><soapenv:Body><ns:${method}Response xmlns:ns="${NAMESPACES[service]}">
      <ns:return xmlns:a="http://dto.canshipws.canpar.com/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="a:Rs"><a:error xsi:nil="true"/>${answer}</ns:return>
      </ns:${method}Response></soapenv:Body></soapenv:Envelope>`,
  },
});

const PASSWORD = '<m:password>alpha-canship-1</m:password>';
const USER = '<m:user_id>alpha@example.test</m:user_id>';
const SHIPPER = '<m:shipper_num>41000001</m:shipper_num>';

const FROM = `<t:address_line_1>10 Sender Road</t:address_line_1><t:attention>Test Sender</t:attention><t:city>Toronto</t:city><t:country>CA</t:country><t:name>Test Shop</t:name><t:postal_code>M5V2T6</t:postal_code><t:province>ON</t:province><t:residential>false</t:residential>`;
const TO = `<t:address_line_1>20 Receiver Avenue</t:address_line_1><t:city>Vancouver</t:city><t:country>CA</t:country><t:name>Test Receiver</t:name><t:postal_code>V6B1A1</t:postal_code><t:province>BC</t:province><t:residential>true</t:residential>`;
const US = `<t:address_line_1>1 Test Street</t:address_line_1><t:city>Buffalo</t:city><t:country>US</t:country><t:name>US Receiver</t:name><t:postal_code>14201</t:postal_code><t:province>NY</t:province><t:residential>false</t:residential>`;

const pack = (reference: string): string =>
  `<t:packages><t:alternative_reference>ORDER-1</t:alternative_reference><t:height>10.0</t:height><t:length>30.0</t:length>${reference}<t:reported_weight>1.250</t:reported_weight><t:width>20.0</t:width><t:xc>false</t:xc></t:packages>`;
const shipment = (to: string, reference: string, service: string, more = { description: '', proforma: '' }): string =>
  `<m:shipment><t:delivery_address>${to}</t:delivery_address>${more.description}<t:dimention_unit>C</t:dimention_unit>${pack(reference)}<t:pickup_address>${FROM}</t:pickup_address><t:premium>N</t:premium>${more.proforma}<t:reported_weight_unit>K</t:reported_weight_unit>${service}<t:shipper_num>41000001</t:shipper_num><t:shipping_date>2026-11-23T12:00:00.000Z</t:shipping_date></m:shipment>`;
const DISCOUNTS =
  '<m:apply_association_discount>true</m:apply_association_discount><m:apply_individual_discount>true</m:apply_individual_discount><m:apply_invoice_discount>true</m:apply_invoice_discount>';

const CHARGES = (total: string): string =>
  `<a:freight_charge>10.95</a:freight_charge><a:fuel_surcharge>2.5</a:fuel_surcharge><a:ra_charge>3.75</a:ra_charge><a:tax_charge_1>0.86</a:tax_charge_1><a:tax_charge_2>0.0</a:tax_charge_2><a:tax_code_1>GST</a:tax_code_1><a:tax_code_2/><a:total>${total}</a:total>`;
const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const charged = {
  lines: [
    { kind: 'base', code: 'freight', label: 'Freight', amount: cad(1095) },
    { kind: 'fuel', code: 'fuel', label: 'Fuel surcharge', amount: cad(250) },
    { kind: 'surcharge', code: 'ra', label: 'Residential address', amount: cad(375) },
    { kind: 'tax', code: 'GST', label: 'GST', amount: cad(86) },
  ],
  total: cad(1806),
};
const BARCODE = 'D410000010000000461001';
const REFERENCE = 'S000000000000001';
const purchase = {
  reference: REFERENCE,
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
} as const;
const processed = (more = ''): string =>
  `<a:id>10000696</a:id>${more}<a:packages><a:barcode>${BARCODE}</a:barcode><a:reference>${REFERENCE}</a:reference></a:packages>`;
const kept = { id: '10000696', shipDate: '2026-11-23', barcodes: [BARCODE] };
const bought = { reference: REFERENCE, carrierShipmentId: '10000696', trackingNumbers: [BARCODE], kept };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const PDF = Buffer.from('%PDF-1.4').toString('base64');

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'one parcel processed',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: '1' },
    exchanges: [
      exchange(
        'Business',
        'processShipment',
        `${PASSWORD}${shipment(TO, `<t:reference>${REFERENCE}</t:reference>`, '<t:service_type>1</t:service_type>')}${USER}`,
        `<a:processShipmentResult><a:shipment>${processed(CHARGES('18.06'))}</a:shipment></a:processShipmentResult>`,
      ),
    ],
    expect: {
      kind: 'done',
      keep: kept,
      result: { carrierShipmentId: '10000696', parcels: [{ number: 1, trackingNumber: BARCODE }], charged },
    },
  },
  {
    name: 'a parcel to the United States with its proforma',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: abroad, service: '2' },
    exchanges: [
      exchange(
        'Business',
        'processShipment',
        `${PASSWORD}${shipment(US, `<t:reference>${REFERENCE}</t:reference>`, '<t:service_type>2</t:service_type>', {
          description: '<t:description>Cotton shirt</t:description>',
          proforma: `<t:proforma><t:currency_of_declared_value>C</t:currency_of_declared_value><t:name>Test Sender</t:name><t:proforma_items><t:commodity_info><t:country_of_origin>CA</t:country_of_origin><t:description>Cotton shirt</t:description><t:hs_code>610910</t:hs_code><t:province_of_origin>ON</t:province_of_origin><t:value>25.00</t:value></t:commodity_info><t:quantity>2</t:quantity></t:proforma_items><t:reason_for_export>Sale</t:reason_for_export><t:reference>${REFERENCE}</t:reference><t:status>E</t:status></t:proforma>`,
        })}${USER}`,
        `<a:processShipmentResult><a:shipment>${processed()}</a:shipment></a:processShipmentResult>`,
      ),
    ],
    expect: {
      kind: 'done',
      keep: kept,
      result: { carrierShipmentId: '10000696', parcels: [{ number: 1, trackingNumber: BARCODE }] },
    },
  },
  {
    name: 'labels and the commercial invoice of a parcel abroad',
    operation: 'ship',
    step: 'labels',
    input: { ...purchase, shipment: abroad, service: '2' },
    kept,
    exchanges: [
      exchange(
        'Business',
        'getLabelsAdvanced',
        `<m:horizontal>false</m:horizontal><m:id>10000696</m:id>${PASSWORD}<m:thermal>true</m:thermal>${USER}`,
        `<a:labels>${PNG}</a:labels>`,
      ),
      exchange('Business', 'getProforma', `<m:id>10000696</m:id>${PASSWORD}${USER}`, `<a:proforma>${PDF}</a:proforma>`),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [
          {
            kind: 'bytes',
            document: 'label',
            format: 'png',
            bytes: 'bytes:8',
            parcelNumber: 1,
            picture: { turn: 0, dotsPerInch: 203 },
          },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:8' },
        ],
      },
    },
  },
  {
    name: 'a shipment looked at before it is voided',
    operation: 'cancel',
    step: 'look',
    input: bought,
    exchanges: [
      exchange(
        'Business',
        'searchShipmentsByReference',
        `<m:from_shipping_date>2026-11-22T12:00:00.000Z</m:from_shipping_date><m:page_num>1</m:page_num>${PASSWORD}<m:reference>${REFERENCE}</m:reference>${SHIPPER}<m:to_shipping_date>2026-11-24T12:00:00.000Z</m:to_shipping_date>${USER}`,
        `<a:shipment>${processed('<a:manifest_num xsi:nil="true"/>')}<a:voided>false</a:voided></a:shipment>`,
      ),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'a void',
    operation: 'cancel',
    step: 'void',
    input: bought,
    exchanges: [exchange('Business', 'voidShipment', `<m:id>10000696</m:id>${PASSWORD}${USER}`, '')],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
];

const trackingCases: OwnCase[] = [
  {
    name: 'a delivery, a scan without a place, one whose time cannot be read',
    operation: 'track',
    input: { trackingNumbers: [BARCODE] },
    exchanges: [
      exchange(
        'Addons',
        'trackByBarcodeV2',
        `<m:barcode>${BARCODE}</m:barcode><m:track_shipment>false</m:track_shipment>`,
        `<a:result><a:barcode>${BARCODE}</a:barcode><a:delivered>true</a:delivered><a:estimated_delivery_date>20261127</a:estimated_delivery_date>
         <a:events><a:address><a:city>VANCOUVER</a:city><a:country>CA</a:country><a:province>BC</a:province></a:address><a:code>DEL</a:code><a:code_description_en>DELIVERED</a:code_description_en><a:local_date_time>20261127 141233</a:local_date_time><a:time_shift>3</a:time_shift></a:events>
         <a:events><a:address xsi:nil="true"/><a:code>PIC</a:code><a:code_description_en>Picked up</a:code_description_en><a:local_date_time>20261123 160000</a:local_date_time></a:events>
         <a:events><a:code>ARR</a:code><a:code_description_en>Arrived</a:code_description_en><a:local_date_time>20261199 160000</a:local_date_time></a:events></a:result>`,
      ),
    ],
    expect: [
      {
        trackingNumber: BARCODE,
        events: [
          {
            occurredAt: '2026-11-27T14:12:33',
            status: 'delivered',
            code: 'DEL',
            text: 'DELIVERED',
            place: 'VANCOUVER, BC',
          },
        ],
        estimatedDelivery: '2026-11-27',
        problems: [
          'trackByBarcodeV2.result[0].events[1].address names no place, so the time of "Picked up" cannot be told.',
          'trackByBarcodeV2.result[0].events[2].local_date_time is not a time of the calendar.',
        ],
      },
    ],
  },
  {
    name: 'who signed',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: BARCODE,
      destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
      shipDate: '2026-11-23',
    },
    exchanges: [
      exchange(
        'Addons',
        'trackByBarcodeV2',
        `<m:barcode>${BARCODE}</m:barcode><m:track_shipment>false</m:track_shipment>`,
        `<a:result><a:barcode>${BARCODE}</a:barcode><a:delivered>true</a:delivered><a:events><a:address><a:city>VANCOUVER</a:city><a:province>BC</a:province></a:address><a:code>DEL</a:code><a:code_description_en>DELIVERED</a:code_description_en><a:local_date_time>20261127 141233</a:local_date_time></a:events><a:signed_by>J DOE</a:signed_by></a:result>`,
      ),
    ],
    expect: { signedBy: 'J DOE', deliveredAt: '2026-11-27T14:12:33', place: 'VANCOUVER, BC', files: [] },
  },
];

const dayCases: OwnCase[] = [
  {
    name: 'the manifest before',
    operation: 'endOfDay',
    step: 'before',
    input: closing(),
    exchanges: [
      exchange(
        'Business',
        'getLastManifestNumber',
        `${PASSWORD}${SHIPPER}${USER}`,
        '<a:manifest_num>000041</a:manifest_num>',
      ),
    ],
    expect: { kind: 'done', keep: { last: '000041' } },
  },
  {
    name: 'the end of day, on the last day of its shipments',
    operation: 'endOfDay',
    step: 'close',
    input: closing(),
    exchanges: [
      exchange(
        'Business',
        'endOfDay',
        `<m:date>2026-11-23T12:00:00.000Z</m:date>${PASSWORD}${SHIPPER}${USER}`,
        '<a:manifest_num>000042</a:manifest_num>',
      ),
    ],
    expect: { kind: 'done', keep: { manifest: '000042' } },
  },
  {
    name: 'the manifest as a PDF; a shipment that is not on it is named',
    operation: 'endOfDay',
    step: 'paper',
    input: closing(),
    kept: { manifest: '000042' },
    exchanges: [
      exchange(
        'Business',
        'getManifest',
        `<m:manifest_num>000042</m:manifest_num>${PASSWORD}${SHIPPER}<m:type>S</m:type>${USER}`,
        `<a:manifest>${PDF}</a:manifest>`,
      ),
      ...[1, 2].map((page) =>
        exchange(
          'Business',
          'searchShipmentsByManifestNum',
          `<m:from_shipping_date>2026-11-20T12:00:00.000Z</m:from_shipping_date><m:manifest_num>000042</m:manifest_num><m:page_num>${page}</m:page_num>${PASSWORD}${SHIPPER}<m:to_shipping_date>2026-11-23T12:00:00.000Z</m:to_shipping_date>${USER}`,
          page === 1 ? '<a:shipment><a:id>10000696</a:id></a:shipment>' : '',
        ),
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['000042'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:8' }],
        leftOut: [
          { reference: 'S000000000000002', message: 'Canpar Express did not put this shipment on manifest 000042.' },
        ],
      },
    },
  },
];

function closing(): Extract<OwnCase, { operation: 'endOfDay' }>['input'] {
  const one = { ...bought, service: '1', destination: 'CA' };
  return {
    reference: 'E000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000002',
    from: {
      name: 'Test Sender',
      address1: '10 Sender Road',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5V 2T6',
      countryCode: 'CA',
    },
    date: '2026-11-20',
    shipments: [one, { ...one, reference: 'S000000000000002', carrierShipmentId: '10000697', kept: {} }],
  };
}

const PICKUP_REFERENCE = 'P000000000000001';
const pickupCases = (wish: PickupWish): OwnCase[] => [
  {
    name: 'the cut-off time of the postal code',
    operation: 'pickup',
    part: 'availability',
    input: wish,
    exchanges: [
      exchange(
        'Addons',
        'getCutoffTime',
        '<m:postal_code>M5V2T6</m:postal_code>',
        '<a:cutoff_time>1430</a:cutoff_time>',
      ),
    ],
    expect: { available: true, messages: [], bookBy: '14:30' },
  },
  {
    name: 'a pickup booked',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...wish, reference: PICKUP_REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000003' },
    exchanges: [
      exchange(
        'Addons',
        'schedulePickupV2',
        `${PASSWORD}<m:pickup><t:closing_time>17:00</t:closing_time><t:collect>false</t:collect><t:comments>Ring twice. Ref ${PICKUP_REFERENCE}</t:comments><t:created_by>Test Sender</t:created_by><t:number_of_packages>3</t:number_of_packages><t:pickup_address>${FROM.replace('<t:postal_code>', '<t:phone>4165550100</t:phone><t:postal_code>')}</t:pickup_address><t:pickup_date>2026-11-24T13:00:00</t:pickup_date><t:pickup_location>Back door</t:pickup_location><t:pickup_phone>416-555-0100</t:pickup_phone><t:ready_time>13:00</t:ready_time><t:shipper_num>41000001</t:shipper_num><t:unit_of_measure>K</t:unit_of_measure><t:weight>4.500</t:weight></m:pickup>${USER}`,
        '<a:pickup><a:id>20000012</a:id></a:pickup>',
      ),
    ],
    expect: { kind: 'done', keep: { id: '20000012' }, result: { confirmation: '20000012', messages: [] } },
  },
  {
    name: 'a pickup cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: { confirmation: '20000012', reference: PICKUP_REFERENCE, date: wish.date, wish, kept: { id: '20000012' } },
    exchanges: [exchange('Addons', 'cancelPickup', `<m:id>20000012</m:id>${PASSWORD}${USER}`, '')],
    expect: { kind: 'done', result: { messages: [] } },
  },
];

const accountCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'an address found under another postal code',
    operation: 'checkAddress',
    input: { ...domestic.from, address1: '10 Sender Road East', zipcode: 'M5V 9Z9' },
    exchanges: [
      exchange(
        'Rating',
        'searchCanadaPost',
        `<m:city>Toronto</m:city>${PASSWORD}<m:postal_code>M5V9Z9</m:postal_code><m:province>ON</m:province><m:street_direction>E</m:street_direction><m:street_name>SENDER</m:street_name><m:street_num>10</m:street_num><m:street_type>RD</m:street_type>${USER}<m:validate_only>true</m:validate_only>`,
        '<a:address><a:address_line_1>10 SENDER RD E</a:address_line_1><a:city>TORONTO</a:city><a:postal_code>M5V2T6</a:postal_code><a:province>ON</a:province></a:address>',
      ),
    ],
    expect: {
      verdict: 'corrected',
      level: 'street',
      suggestions: [{ ...domestic.from, address1: '10 SENDER RD E', city: 'TORONTO' }],
      messages: [],
    },
  },
  {
    name: 'services of the profile',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      exchange(
        'Rating',
        'getProfile',
        `${PASSWORD}${SHIPPER}${USER}`,
        '<a:profile><a:services><a:max_weight_per_piece>100</a:max_weight_per_piece><a:type>1</a:type></a:services><a:services><a:type>Q</a:type></a:services><a:weight_unit>L</a:weight_unit></a:profile>',
      ),
    ],
    expect: [
      { code: '1', name: 'Ground', scope: 'domestic', maxGrams: 45_359 },
      { code: 'Q', name: 'Service Q', scope: 'both' },
    ],
  },
  {
    name: 'the account’s name',
    operation: 'testConnection',
    exchanges: [
      exchange(
        'Rating',
        'getProfile',
        `${PASSWORD}${SHIPPER}${USER}`,
        '<a:profile><a:address><a:name>Alpha Test Shop</a:name></a:address><a:credit_cancelled>false</a:credit_cancelled><a:shipper_num>41000001</a:shipper_num></a:profile>',
      ),
    ],
    expect: {
      accountName: 'Alpha Test Shop',
      message: 'Connected to Canpar Express as Alpha Test Shop, shipper number 41000001.',
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest, pickup: PickupWish): OwnCase[] => [
  {
    name: 'prices, one of which is not half of its charges and one that is not offered',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'Rating',
        'rateShipmentAllServices',
        `${DISCOUNTS}${PASSWORD}${shipment(TO, '', '')}${USER}`,
        `<a:processShipmentResult><a:shipment><a:billed_weight>3.0</a:billed_weight><a:billed_weight_unit>L</a:billed_weight_unit><a:estimated_delivery_date>2026-11-27T05:00:00.000Z</a:estimated_delivery_date>${CHARGES('18.060001')}<a:service_type>1</a:service_type><a:transit_time>4</a:transit_time></a:shipment></a:processShipmentResult>
         <a:processShipmentResult><a:shipment>${CHARGES('8.00')}<a:service_type>5</a:service_type></a:shipment></a:processShipmentResult>
         <a:processShipmentResult><a:errors>Not served.</a:errors><a:shipment><a:service_type>E</a:service_type></a:shipment></a:processShipmentResult>`,
      ),
    ],
    expect: {
      offers: [
        {
          service: '1',
          serviceName: 'Ground',
          ...charged,
          billableGrams: 1361,
          transitDays: 4,
          deliverBy: '2026-11-27',
        },
      ],
      problems: [
        {
          message: 'rateShipmentAllServices.processShipmentResult[1].shipment.total do not add up to the total.',
        },
        { message: 'Overnight is not offered here: Not served.' },
      ],
    },
  },
  ...shipCases(domestic, abroad),
  ...trackingCases,
  ...dayCases,
  ...pickupCases(pickup),
  ...accountCases(domestic),
];
