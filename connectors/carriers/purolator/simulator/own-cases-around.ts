/** Own cases of what stands around a shipment: pickups, end of day, addresses, services, the connection test. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { bought, domestic, exchange, PIN, purchase, REFERENCE, SHOP } from './own-case-parts.ts';

const wish: PickupWish = {
  address: domestic.from,
  date: '2026-11-24',
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'back-door',
  instructions: 'Ring twice',
  load: { parcels: 3, totalGrams: 4200, services: ['PurolatorGround'], destinations: ['CA'], trackingNumbers: [] },
  language: 'en',
};
const LOAD = (destination: string): string =>
  `<ShipmentSummary><ShipmentSummaryDetails><ShipmentSummaryDetail><DestinationCode>${destination}</DestinationCode><TotalPieces>3</TotalPieces><TotalWeight><Value>9.26</Value><WeightUnit>lb</WeightUnit></TotalWeight></ShipmentSummaryDetail></ShipmentSummaryDetails></ShipmentSummary>`;
const WISH = (instructions: string): string =>
  `<BillingAccountNumber>9999990001</BillingAccountNumber><PickupInstruction><Date>2026-11-24</Date><AnyTimeAfter>1300</AnyTimeAfter><UntilTime>1700</UntilTime><TotalWeight><Value>9.26</Value><WeightUnit>lb</WeightUnit></TotalWeight><TotalPieces>3</TotalPieces><PickUpLocation>BackDoor</PickUpLocation><AdditionalInstructions>${instructions}</AdditionalInstructions><LoadingDockAvailable>false</LoadingDockAvailable></PickupInstruction>${SHOP}${LOAD('DOM')}`;
const booking = { ...wish, reference: REFERENCE, uuid: purchase.uuid };
const booked = { confirmation: '01365863', reference: REFERENCE, date: wish.date, wish, kept: {} };

const pickupCases: readonly OwnCase[] = [
  {
    name: 'a day that is possible',
    operation: 'pickup',
    part: 'availability',
    input: wish,
    exchanges: [
      exchange(
        'pickup',
        'ValidatePickUp',
        { reference: 'check pickup' },
        WISH('Ring twice'),
        '<IsBulkdRequired>false</IsBulkdRequired><CutOffTime>17:30</CutOffTime><CutOffWindow>60</CutOffWindow><BulkMaxWeight>0</BulkMaxWeight><BulkMaxPackages>0</BulkMaxPackages>',
      ),
    ],
    expect: { available: true, bookBy: '17:30', messages: ['Purolator needs a window of at least 60 minutes.'] },
  },
  {
    name: 'a booking with our reference first in the instructions',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: booking,
    exchanges: [
      exchange(
        'pickup',
        'SchedulePickUp',
        { reference: REFERENCE },
        WISH(`${REFERENCE} - Ring twice`),
        '<PickUpConfirmationNumber>01365863</PickUpConfirmationNumber>',
      ),
    ],
    expect: { kind: 'done', keep: { confirmation: '01365863' }, result: { confirmation: '01365863', messages: [] } },
  },
  {
    name: 'a later end',
    operation: 'pickup',
    part: 'change',
    step: 'change',
    input: { booked, wish: { ...wish, closeTime: '18:00' }, reference: REFERENCE, uuid: purchase.uuid },
    exchanges: [
      exchange(
        'pickup',
        'ModifyPickUp',
        { reference: REFERENCE },
        `<BillingAccountNumber>9999990001</BillingAccountNumber><ConfirmationNumber>01365863</ConfirmationNumber><ModifyPickupInstruction><UntilTime>1800</UntilTime><PickUpLocation>BackDoor</PickUpLocation><LoadingDockAvailable>false</LoadingDockAvailable></ModifyPickupInstruction>${LOAD('DOM')}`,
        '<PickUpConfirmationNumber>01365863</PickUpConfirmationNumber>',
      ),
    ],
    expect: { kind: 'done', keep: { confirmation: '01365863' }, result: { confirmation: '01365863', messages: [] } },
  },
  {
    name: 'a pickup cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: booked,
    exchanges: [
      exchange(
        'pickup',
        'VoidPickUp',
        { reference: REFERENCE },
        '<PickUpConfirmationNumber>01365863</PickUpConfirmationNumber>',
        '<PickUpVoided>true</PickUpVoided>',
      ),
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];

const closing = {
  reference: REFERENCE,
  uuid: purchase.uuid,
  from: domestic.from,
  date: '2026-11-23',
  shipments: [
    {
      reference: 'S000000000000009',
      carrierShipmentId: PIN,
      service: 'PurolatorGround',
      trackingNumbers: [PIN],
      destination: 'CA',
      kept: bought,
    },
  ],
};
const ASKED =
  '<ShipmentManifestDocumentCriterium><ShipmentManifestDocumentCriteria><ManifestDate>2026-11-23</ManifestDate></ShipmentManifestDocumentCriteria></ShipmentManifestDocumentCriterium>';
const LINK = 'https://eshiponline.purolator.com/ShipOnline/shipment/getLabel.ashx?i=abc';
const batch = (closed: string): string =>
  `<ManifestBatch><ShipmentManifestDate>23/11/2026 12:00:00 AM</ShipmentManifestDate><ManifestCloseDateTime>${closed}</ManifestCloseDateTime><ManifestBatchDetails><ManifestBatchDetail><DocumentType>PrepaidManifest</DocumentType><Description>Prepaid Manifest</Description><DocumentStatus>Completed</DocumentStatus><URL>${LINK}</URL></ManifestBatchDetail></ManifestBatchDetails></ManifestBatch>`;

const closeCases: readonly OwnCase[] = [
  {
    name: 'everything open is closed',
    operation: 'endOfDay',
    step: 'close',
    input: closing,
    exchanges: [exchange('shipping', 'Consolidate', { reference: REFERENCE }, '', '<Consolidate>true</Consolidate>')],
    expect: { kind: 'done', result: { leftOut: [] } },
  },
  {
    name: 'the manifest is the one that was not there before',
    operation: 'endOfDay',
    step: 'paper',
    kept: { before: ['23/11/2026 12:00:00 AM / 23/11/2026 2:21:33 PM'] },
    input: closing,
    exchanges: [
      exchange(
        'documents',
        'GetShipmentManifestDocument',
        { reference: REFERENCE },
        ASKED,
        `<ManifestBatches>${batch('23/11/2026 2:21:33 PM')}${batch('23/11/2026 5:00:00 PM')}</ManifestBatches>`,
      ),
      {
        request: { method: 'GET', path: LINK },
        answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
      },
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['23/11/2026 12:00:00 AM / 23/11/2026 5:00:00 PM'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:8' }],
      },
    },
  },
];

const short = (city: string, province: string, country: string, code: string): string =>
  `<City>${city}</City><Province>${province}</Province><Country>${country}</Country><PostalCode>${code}</PostalCode>`;
const lane = (from: string, to: string): string =>
  `<BillingAccountNumber>9999990001</BillingAccountNumber><SenderAddress>${from}</SenderAddress><ReceiverAddress>${to}</ReceiverAddress>`;
const service = (id: string, name: string): string =>
  `<Service><ID>${id}</ID><Description>${name}</Description><PackageType>CustomerPackaging</PackageType><PackageTypeDescription>Customer Packaging</PackageTypeDescription><Options/></Service>`;
const TORONTO = short('Toronto', 'ON', 'CA', 'M5V2T6');
const MISSISSAUGA = short('Mississauga', 'ON', 'CA', 'L4W5M8');

const lookCases: readonly OwnCase[] = [
  {
    name: 'an address whose city is another one',
    operation: 'checkAddress',
    input: { ...domestic.from, city: 'Torronto' },
    exchanges: [
      exchange(
        'availability',
        'ValidateCityPostalCodeZip',
        { reference: 'check address' },
        `<Addresses><ShortAddress>${short('Torronto', 'ON', 'CA', 'M5V2T6')}</ShortAddress></Addresses>`,
        `<SuggestedAddresses><SuggestedAddress><Address>${TORONTO}</Address><ResponseInformation><Errors/><InformationalMessages i:nil="true"/></ResponseInformation></SuggestedAddress></SuggestedAddresses>`,
      ),
    ],
    expect: { verdict: 'corrected', level: 'city', suggestions: [domestic.from], messages: [] },
  },
  {
    name: 'services of the account, region by region',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      exchange(
        'availability',
        'GetServicesOptions',
        { reference: 'domestic services' },
        lane(TORONTO, MISSISSAUGA),
        `<Services>${service('PurolatorExpress', 'Purolator Express')}${service('PurolatorGround', 'Purolator Ground')}</Services>`,
      ),
      exchange(
        'availability',
        'GetServicesOptions',
        { reference: 'services to the United States' },
        lane(TORONTO, short('New York', 'NY', 'US', '10001')),
        `<Services>${service('PurolatorGroundU.S.', 'Purolator Ground U.S.')}</Services>`,
      ),
      exchange(
        'availability',
        'GetServicesOptions',
        { reference: 'international services' },
        lane(TORONTO, short('London', '', 'GB', 'SW1A 1AA')),
        '',
      ),
    ],
    expect: [
      { code: 'PurolatorExpress', name: 'Purolator Express', scope: 'domestic' },
      { code: 'PurolatorGround', name: 'Purolator Ground', scope: 'domestic' },
      { code: 'PurolatorGroundU.S.', name: 'Purolator Ground U.S.', scope: 'international' },
    ],
  },
  {
    name: 'key, activation key and account are proved by the services of a lane',
    operation: 'testConnection',
    exchanges: [
      exchange(
        'availability',
        'GetServicesOptions',
        { reference: 'connection test' },
        lane(MISSISSAUGA, short('Burnaby', 'BC', 'CA', 'V5C5A9')),
        `<Services>${service('PurolatorGround', 'Purolator Ground')}</Services>`,
      ),
    ],
    expect: { accountName: 'Account 9999990001', message: 'Connected to Purolator with account 9999990001.' },
  },
];

export const casesAround: readonly OwnCase[] = [...pickupCases, ...closeCases, ...lookCases];
