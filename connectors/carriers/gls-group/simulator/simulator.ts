/** Simulator for GLS ShipIT and Track and Trace: parcels, reprints, cancellations, ends of day, collections, checks, proofs. */
import type { JsonObject } from '@scanship/domain/values/json';
import { createOAuthServer } from '@scanship/simulator-kit/oauth-server';
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  SimRefusal,
} from '@scanship/simulator-kit/simulator';
import {
  accept,
  allowedRequest,
  collectionRequest,
  createRequest,
  refuse,
  reprintRequest,
  shipItBody,
  type ShipmentMessage,
  validateRequest,
} from './contract.ts';
import { freshNames, identified, labelOf, parcelsOf, story, type Parcel } from './parcels.ts';
import { parcelsAnswer, proof } from './tracking.ts';

const oauth = createOAuthServer({ path: '/oauth2/v2/token', lifetimeSeconds: 14_400 });

/** ShipIT says what is wrong in headers, the gateway in a body. */
const refusal = ({ status, code, message, field }: SimRefusal): SimAnswer =>
  status === 401
    ? jsonAnswer(401, { fault: { faultstring: message, detail: { errorcode: 'steps.jwt.TokenExpired' } } })
    : { status, headers: { error: code, message, args: JSON.stringify(field === undefined ? [] : [field]) } };

const route = routesBehind(oauth.accountOf, refusal);

const SHIPIT = '/shipit-farm/v1/backend/rs';
const shipItAnswer = (value: JsonObject): SimAnswer =>
  jsonAnswer(200, value, { 'content-type': 'application/glsVersion1+json' });

const ownContact = (contactId: string, account: SimAccount): void => {
  if (contactId !== account.credentials.contactId)
    throw refuse(
      'INVALID_FIELD_VALUE',
      `Invalid field Shipment.Shipper.ContactID. Value ${contactId} is not a valid value. Shipper does not exist or is not available for the user.`,
      'Shipment.Shipper.ContactID',
    );
};

const ZIPS: Readonly<Record<string, RegExp>> = {
  DE: /^(?!00000|99999)\d{5}$/,
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  LU: /^\d{4}$/,
};
const reachable = ({ Consignee }: ShipmentMessage): boolean =>
  (ZIPS[Consignee.Address.CountryCode] ?? /./).test(Consignee.Address.ZIPCode);

async function created(parcel: Parcel, format: string, sim: SimContext): Promise<SimAnswer> {
  const label = await sim.drawLabel(labelOf(parcel), format === 'ZEBRA' ? 'zpl' : 'pdf');
  const { ShipmentReference = [], ShipmentUnit } = parcel.shipment;
  return shipItAnswer({
    CreatedShipment: {
      ShipmentReference,
      ParcelData: [
        {
          TrackID: parcel.trackId,
          ShipmentUnitReference: ShipmentUnit[0]?.ShipmentUnitReference ?? [],
          ParcelNumber: parcel.parcelNumber,
          Barcodes: { Primary1D: parcel.parcelNumber, Primary1DPrint: true },
        },
      ],
      PrintData: [{ Data: Buffer.from(label).toString('base64'), LabelFormat: format }],
      CustomerID: 'abcdefghij',
      PickupLocation: 'DE 777',
      GDPR: ['gls-group.eu/dataprotection'],
    },
  });
}

const create: Work = async (request, sim, account) => {
  const body = shipItBody(request);
  const { Shipment: shipment, PrintingOptions } = accept(createRequest, body);
  ownContact(shipment.Shipper.ContactID, account);
  if (!reachable(shipment))
    throw refuse(
      'INVALID_FIELD_VALUE',
      `Invalid field consignee.zip. Value ${shipment.Consignee.Address.ZIPCode} is not a valid value. Shipment validation failed`,
      'consignee.zip',
    );
  if (shipment.ShipmentUnit.length !== 1) throw refuse('INVALID_FIELD_VALUE', 'The stand-in makes one parcel a call');
  const names = freshNames(sim);
  const paid = sim.books.append({
    kind: 'paid',
    id: names.trackId,
    account: account.id,
    reference: shipment.ShipmentReference?.[0],
    data: { request: body as JsonObject, ...names },
  });
  const parcel: Parcel = { paid, ...names, shipment, voided: false, closed: false };
  return created(parcel, PrintingOptions.ReturnLabels.LabelFormat, sim);
};

const reprint: Work = (request, sim, account) => {
  const wanted = accept(reprintRequest, shipItBody(request));
  const [parcel, ...others] = identified(parcelsOf(sim, account), wanted);
  if (others.length > 0)
    throw refuse('MORE_THAN_ONE_RESULT', 'More than one parcel was identified matching the input criteria.');
  if (!parcel) {
    const id = wanted.ShipmentReference ?? wanted.TrackID ?? '';
    throw refuse(
      'INVALID_SHIPMENT_ID',
      `Invalid shipment unit number ${id}: No shipment unit found for ShipmentReference ${id}`,
      id,
    );
  }
  const names = freshNames(sim);
  sim.books.append({ kind: 'note', id: names.trackId, account: account.id, data: { of: parcel.paid.id, ...names } });
  return created({ ...parcel, ...names }, wanted.PrintingOptions.ReturnLabels.LabelFormat, sim);
};

const cancel: Work = (request, sim, account) => {
  const trackId = request.params.trackId ?? '';
  const parcel = parcelsOf(sim, account).find((one) => one.trackId === trackId);
  if (!parcel)
    throw refuse(
      'INVALID_FIELD_VALUE',
      `Invalid field TrackID. Value ${trackId} is not a valid value. A parcel with the given ID does not exist`,
      'TrackID',
    );
  // A second call "will respond with error 500".
  if (parcel.voided) throw new SimRefusal(500, 'INTERNAL', 'The parcel is cancelled already');
  if (story(parcel, sim).length > 1) return shipItAnswer({ TrackID: trackId, result: 'SCANNED' });
  const { id, reference } = parcel.paid;
  sim.books.append({ kind: 'voided', id, account: account.id, reference, data: {} });
  return shipItAnswer({ TrackID: trackId, result: 'CANCELLED' });
};

const endOfDay: Work = (request, sim, account) => {
  const date = request.query.get('date') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw refuse('MANDATORY_PARAMETER_NOT_SET', 'The Mandatory parameter date is not set', 'date');
  const closing = parcelsOf(sim, account).filter(
    ({ shipment, voided, closed }) => !voided && !closed && shipment.ShippingDate === date,
  );
  if (closing.length === 0) return shipItAnswer({ Shipments: [] });
  sim.books.append({
    kind: 'manifest',
    id: sim.newId('eod-'),
    account: account.id,
    data: { date, parcels: closing.map(({ paid }) => paid.id) },
  });
  return shipItAnswer({
    Shipments: closing.map(({ shipment, trackId, parcelNumber }) => ({
      ShippingDate: date,
      Product: shipment.Product,
      Consignee: { Address: { ...shipment.Consignee.Address } },
      Shipper: { ContactID: shipment.Shipper.ContactID },
      ShipmentUnit: shipment.ShipmentUnit.map(({ Weight }) => ({
        Weight: String(Weight),
        TrackID: trackId,
        ParcelNumber: parcelNumber,
      })),
    })),
  });
};

const validate: Work = (request, _sim, account) => {
  const { Shipment: shipment } = accept(validateRequest, shipItBody(request));
  const known = shipment.Shipper.ContactID === account.credentials.contactId;
  const issues = [
    ...(known
      ? []
      : [
          {
            Rule: 'COMMON',
            Location: 'Shipment.Shipper.ContactID',
            Parameters: ['Shipper does not exist or is not available for the user.'],
          },
        ]),
    ...(reachable(shipment) ? [] : [{ Rule: 'SHIPMENT_VALID_ROUTING', Location: 'routing' }]),
  ];
  return shipItAnswer({ success: issues.length === 0, validationResult: { Issues: issues } });
};

const SERVICES = [
  'service_flexdelivery',
  'service_guaranteed24',
  'service_addresseeonly',
  'service_signature',
  'service_addonliability',
  'service_limitedquantities',
  'service_shopreturn',
  'service_Saturday',
  'service_0800',
  'service_0900',
  'service_1000',
  'service_1200',
  'service_saturday_1200',
];
/** Only inside a country. */
const INSIDE = new Set([
  'service_guaranteed24',
  'service_0800',
  'service_0900',
  'service_Saturday',
  'service_saturday_1200',
]);

const allowed: Work = (request, _sim, account) => {
  const { Source, Destination, ContactID } = accept(allowedRequest, shipItBody(request));
  if (ContactID !== undefined) ownContact(ContactID, account);
  const crosses = Source.CountryCode !== Destination.CountryCode;
  return shipItAnswer({
    AllowedServices: [
      { ProductName: 'PARCEL' },
      { ProductName: 'EXPRESS' },
      ...SERVICES.filter((name) => !crosses || !INSIDE.has(name)).map((ServiceName) => ({ ServiceName })),
    ],
  });
};

const collection: Work = (request, sim, account) => {
  const body = shipItBody(request);
  const wanted = accept(collectionRequest, body);
  if (wanted.ContactID !== account.credentials.contactId)
    throw refuse(
      'REFERENCED_OBJECT_NOT_FOUND',
      `Referenced object ContactID with id ${wanted.ContactID} not found`,
      'ContactID',
    );
  // A day that is not possible is moved to the next working day.
  const day = new Date(`${wanted.PreferredPickUpDate}T12:00:00Z`);
  const today = sim.now();
  if (day < today) day.setTime(today.getTime());
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  sim.books.append({ kind: 'pickup', id: sim.newId('col-'), account: account.id, data: body as JsonObject });
  return shipItAnswer({ EstimatedPickUpDate: day.toISOString().slice(0, 10) });
};

const account = (id: string, name: string, clientId: string, clientSecret: string, contactId: string): SimAccount => ({
  id,
  name,
  credentials: { clientId, clientSecret, contactId },
});

export const simulator = createSimulator({
  slug: 'gls-group',
  name: 'GLS Group',
  accounts: [
    account('gls-group-alpha', 'Alpha Test Shop', 'gls-alpha-client', 'gls-alpha-secret-1', '276a45e7ZY'),
    account('gls-group-beta', 'Beta Test Shop', 'gls-beta-client', 'gls-beta-secret-2', '276b5r5N0E'),
  ],
  routes: [
    oauth.route,
    route('create parcel', 'POST', `${SHIPIT}/shipments`, 'effect', create),
    route('reprint', 'POST', `${SHIPIT}/shipments/reprintparcel`, 'effect', reprint),
    route('cancel parcel', 'POST', `${SHIPIT}/shipments/cancel/:trackId`, 'effect', cancel),
    route('end of day', 'POST', `${SHIPIT}/shipments/endofday`, 'effect', endOfDay),
    route('validate', 'POST', `${SHIPIT}/shipments/validate`, 'read', validate),
    route('allowed services', 'POST', `${SHIPIT}/shipments/allowedservices`, 'read', allowed),
    route('collection', 'POST', `${SHIPIT}/sporadiccollection`, 'effect', collection),
    route('proof of delivery', 'POST', `${SHIPIT}/tracking/parcelpod`, 'read', (request, sim, owner) =>
      shipItAnswer(proof(shipItBody(request), parcelsOf(sim, owner), sim)),
    ),
    route('track', 'GET', '/track-and-trace-v1/tracking/simple/trackids/:numbers', 'read', (request, sim, owner) =>
      parcelsAnswer(request.params.numbers ?? '', parcelsOf(sim, owner), sim, ['parcelNumber']),
    ),
    route(
      'references',
      'GET',
      '/track-and-trace-v1/tracking/simple/references/:numbers',
      'read',
      (request, sim, owner) =>
        parcelsAnswer(request.params.numbers ?? '', parcelsOf(sim, owner), sim, ['trackId', 'parcelNumber']),
    ),
  ],
});
