/**
 * Simulator for the FedEx REST APIs: OAuth, Rate, Ship, Track, Pickup, Ground close, Address Validation, Service Availability
 * and Trade Documents. It refuses what the contract refuses (contract.ts) and what FedEx says in words (rules.ts).
 */
import type { JsonObject } from '@scanship/domain/values/json';
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import { resolve } from './addresses.ts';
import { output, rateReply } from './answers.ts';
import { close, reprint } from './closes.ts';
import {
  accept,
  addressRequest,
  cancelRequest,
  closeRequest,
  documentRequest,
  INVALID,
  optionsRequest,
  pickupCancelRequest,
  pickupRequest,
  pickupTimesRequest,
  rateRequest,
  refuse,
  resultsRequest,
  shipRequest,
  trackRequest,
  uploadRequest,
} from './contract.ts';
import * as pickups from './pickups.ts';
import { checkPlace, checkRate, checkShip, currencyOf } from './rules.ts';
import {
  buy,
  cancelShipment,
  dayOf,
  jobOf,
  kilogramsOf,
  numberOf,
  parcelOf,
  shipmentAnswer,
  shipmentOf,
} from './shipments.ts';
import { createSignIn, errorAnswer } from './sign-in.ts';
import { pricesFor, saturdayPrices, servicesOf } from './tariff.ts';
import { isDelivered, trackResult, unknownNumber } from './tracking.ts';

const signIn = createSignIn();

/** A body that is no JSON is refused as FedEx does. */
function body(request: SimRequest): unknown {
  try {
    return jsonBody(request);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    throw new SimRefusal(error.status === 415 ? 415 : 400, INVALID, 'The body is not valid JSON.');
  }
}

const ok = (value: JsonObject): SimAnswer => jsonAnswer(200, value);

function own(account: SimAccount, named: { readonly value?: string | undefined } | undefined): void {
  if (named?.value !== numberOf(account))
    refuse('ACCOUNT.NUMBER.MISMATCH', 'The account number is not valid for this project.');
}

const rates: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(rateRequest, body(request));
  checkRate(asked, numberOf(account));
  const s = asked.requestedShipment;
  const parcels = s.requestedPackageLineItems;
  const day = dayOf(s.shipDateStamp, sim.now());
  const way = {
    from: s.shipper.address.countryCode,
    to: s.recipient.address.countryCode,
    province: s.recipient.address.stateOrProvinceCode ?? '',
    residential: s.recipient.address.residential === true,
    signature: parcels.some((p) => p.packageSpecialServices?.signatureOptionType !== undefined),
    saturday: false,
    kilograms: kilogramsOf(parcels),
  };
  const alone = s.shipmentSpecialServices?.specialServiceTypes?.includes('SATURDAY_DELIVERY') === true;
  const beside = asked.rateRequestControlParameters?.variableOptions === 'SATURDAY_DELIVERY';
  const services = [...(alone ? [] : pricesFor(way)), ...(alone || beside ? saturdayPrices(way, day) : [])]
    .filter(({ code }) => s.serviceType === undefined || s.serviceType === code)
    // Ground takes the shipper's own boxes only.
    .filter(({ ground }) => !ground || (s.packagingType ?? 'YOUR_PACKAGING') === 'YOUR_PACKAGING');
  if (services.length === 0)
    refuse(
      'RATE.LOCATION.NOSERVICE',
      'FedEx service is not currently available to this origin / destination combination.',
    );
  const weight = {
    units: parcels[0]?.weight.units ?? 'KG',
    value: Math.round(parcels.reduce((sum, p) => sum + p.weight.value, 0) * 10) / 10,
  } as const;
  return ok(
    output({
      rateReplyDetails: services.map((service) =>
        rateReply(service, {
          currency: currencyOf(s.shipper.address),
          packaging: s.packagingType ?? 'YOUR_PACKAGING',
          weight,
          arrival: service.saturday ?? addWorkingDays(day, service.days),
          types: s.rateRequestType ?? ['ACCOUNT'],
        }),
      ),
      quoteDate: sim.now().toISOString().slice(0, 10),
      alerts: [
        {
          code: 'SHIPMENT.CHARGES.NOTE',
          message: 'Shipment level charges have been added to first package.',
          alertType: 'NOTE',
        },
      ],
    }),
  );
};

/** Above this number a shipment is a job. */
const AT_ONCE = 40;
const JOB_MS = 250;

const ship: SimRoute['handle'] = async (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const raw = body(request);
  const asked = accept(shipRequest, raw);
  checkShip(asked, numberOf(account));
  const many = asked.requestedShipment.requestedPackageLineItems.length > AT_ONCE;
  if (many && asked.processingOptionType !== 'ALLOW_ASYNCHRONOUS')
    refuse('PROCESSINGOPTION.INVALID', 'Shipments of more than 40 packages are processed asynchronously.');
  const entry = buy(asked, raw, account, sim);
  return ok(many ? output({ jobId: jobOf(entry) }) : await shipmentAnswer(entry, sim));
};

const results: SimRoute['handle'] = async (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(resultsRequest, body(request));
  own(account, asked.accountNumber);
  const entry = sim.books.all().find((e) => e.kind === 'paid' && e.account === account.id && jobOf(e) === asked.jobId);
  if (!entry) return refuse('JOBID.NOTFOUND', 'The job cannot be found.');
  return ok(
    sim.now().getTime() - Date.parse(entry.at) < JOB_MS
      ? output({
          alerts: [{ code: 'SHIPMENT.INPROGRESS', alertType: 'NOTE', message: 'The shipment is being processed.' }],
        })
      : await shipmentAnswer(entry, sim),
  );
};

const cancel: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(cancelRequest, body(request));
  own(account, asked.accountNumber);
  return ok(cancelShipment(sim, account, asked.trackingNumber));
};

const track: SimRoute['handle'] = (request, sim) => {
  signIn.accountOf(request, sim, 'track');
  const asked = accept(trackRequest, body(request));
  if (asked.trackingInfo.length < 1 || asked.trackingInfo.length > 30)
    refuse('TRACKING.TRACKINGNUMBER.LIMIT', 'From 1 to 30 tracking numbers are allowed.');
  return ok(
    output({
      completeTrackResults: asked.trackingInfo.map(({ trackingNumberInfo: { trackingNumber: number = '' } }) => {
        const entry = shipmentOf(sim, number);
        return entry ? trackResult(number, parcelOf(sim, entry), sim.now()) : unknownNumber(number);
      }),
    }),
  );
};

const proof: SimRoute['handle'] = async (request, sim) => {
  signIn.accountOf(request, sim, 'track');
  const asked = accept(documentRequest, body(request));
  const { documentType, documentFormat = 'PDF' } = asked.trackDocumentDetail;
  if (documentType !== 'SIGNATURE_PROOF_OF_DELIVERY' || documentFormat !== 'PDF')
    refuse('TRACKING.DOCUMENTTYPE.INVALID', 'The document type or format is not supported.');
  const number = asked.trackDocumentSpecification[0]?.trackingNumberInfo.trackingNumber ?? '';
  const entry = shipmentOf(sim, number);
  const parcel = entry && parcelOf(sim, entry);
  if (!entry || !parcel || !isDelivered(parcel, sim.now()))
    return refuse('TRACKING.DATA.NOTFOUND', 'Tracking data unavailable');
  const place = { address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' };
  const letter = await sim.drawLabel(
    {
      carrierName: 'FedEx (TEST)',
      serviceName: 'Proof of delivery',
      trackingNumber: number,
      from: { name: 'FedEx', ...place },
      to: { name: parcel.receiver, ...place, city: parcel.to.city, countryCode: parcel.to.countryCode },
      weightGrams: 0,
      shipDate: entry.at.slice(0, 10),
      references: [parcel.reference],
      parcelNumber: 1,
      parcelCount: 1,
      test: true,
    },
    'pdf',
  );
  return ok(
    output({
      localization: { languageCode: 'en', localeCode: 'US' },
      documentType,
      documentFormat,
      document: [Buffer.from(letter).toString('base64')],
    }),
  );
};

const bookPickup: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(pickupRequest, body(request));
  own(account, asked.associatedAccountNumber);
  checkPlace('PICKUP.ADDRESS', asked.originDetail.pickupLocation.address);
  return ok(pickups.book(asked, account, sim));
};

const pickupTimes: SimRoute['handle'] = (request, sim) => {
  signIn.accountOf(request, sim);
  const asked = accept(pickupTimesRequest, body(request));
  checkPlace('PICKUP.ADDRESS', asked.pickupAddress);
  return ok(
    pickups.times(sim, { from: asked.dispatchDate, carriers: asked.carriers, relation: asked.countryRelationship }),
  );
};

const cancelPickup: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(pickupCancelRequest, body(request));
  own(account, asked.associatedAccountNumber);
  return ok(
    pickups.cancel(sim, account, {
      code: asked.pickupConfirmationCode,
      day: asked.scheduledDate,
      company: asked.carrierCode,
      location: asked.location,
    }),
  );
};

const groundClose: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(closeRequest, body(request));
  own(account, asked.accountNumber);
  if (asked.closeReqType !== 'GCDR' || asked.groundServiceCategory !== 'GROUND')
    refuse('CLOSEREQTYPE.INVALID', 'The close request type is invalid.');
  return ok(close(sim, account, asked.closeDate ?? ''));
};

const manifestAgain: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const asked = accept(closeRequest, body(request));
  own(account, asked.accountNumber);
  if (asked.closeReqType !== 'RGCDR' || asked.reprintOption !== 'BY_TRACKING_NUMBER')
    refuse('CLOSEREQTYPE.INVALID', 'The close request type is invalid.');
  return ok(reprint(sim, account, asked.trackingNumber ?? ''));
};

const checkAddress: SimRoute['handle'] = (request, sim) => {
  signIn.accountOf(request, sim);
  const asked = accept(addressRequest, body(request));
  const [first] = asked.addressesToValidate;
  if (!first) return refuse('ADDRESS.REQUIRED', 'At least one address is required.');
  return ok(resolve(first.address));
};

/** The document gives it no type. */
const countryOf = ({ countryCode }: { readonly countryCode?: unknown }): string =>
  typeof countryCode === 'string' ? countryCode : refuse('COUNTRYCODE.INVALID', 'The country code is invalid.');

const options: SimRoute['handle'] = (request, sim) => {
  signIn.accountOf(request, sim);
  const asked = accept(optionsRequest, body(request)).requestedShipment;
  const to = asked.recipients[0]?.address;
  if (!to) return refuse('RECIPIENTS.REQUIRED', 'A recipient is required.');
  const services = servicesOf({
    from: countryOf(asked.shipper.address),
    to: countryOf(to),
    residential: to.residential === true,
  });
  return ok(
    output({
      packageOptions: services.map(({ code, name }) => ({
        serviceType: { key: code, displayText: name },
        packageType: { key: 'YOUR_PACKAGING', displayText: 'Your Packaging' },
      })),
    }),
  );
};

/** The parts of a form: names and contents. */
function formParts(request: SimRequest): Map<string, string> {
  const boundary = /boundary=("?)([^";]+)\1/.exec(request.headers['content-type'] ?? '')?.[2];
  const parts = new Map<string, string>();
  if (!/^multipart\/form-data\b/.test(request.headers['content-type'] ?? '') || boundary === undefined) return parts;
  for (const part of Buffer.from(request.body).toString('latin1').split(`--${boundary}`)) {
    const [head = '', ...content] = part.split('\r\n\r\n');
    const name = /name="(\w+)"/.exec(head)?.[1];
    if (name !== undefined) parts.set(name, content.join('\r\n\r\n').replace(/\r\n$/, ''));
  }
  return parts;
}

const upload: SimRoute['handle'] = (request, sim) => {
  const account = signIn.accountOf(request, sim);
  const parts = formParts(request);
  const attachment = parts.get('attachment') ?? '';
  if (attachment === '') return errorAnswer(400, '1002', 'Invalid request: no file information.');
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(parts.get('document') ?? '', 'latin1').toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return errorAnswer(400, '1001', 'Invalid request: invalid input : Invalid document details');
  }
  const { meta } = accept(uploadRequest, document);
  const entry = shipmentOf(sim, meta.trackingNumber ?? '', account);
  if (!entry) return errorAnswer(400, '1024', 'ETD shipment validation failure : Invalid tracking number');
  const docId = sim.newId('090493e1');
  sim.books.append({ kind: 'note', id: docId, account: account.id, data: { of: entry.id, bytes: attachment.length } });
  return jsonAnswer(201, {
    output: { meta: { documentType: 'CO', docId, folderId: [`folder-${entry.id}`] } },
    customerTransactionId: request.headers['x-customer-transaction-id'] ?? '',
  });
};

const route = routesOf((r) => errorAnswer(r.status, r.code, r.message));

export const simulator = createSimulator({
  slug: 'fedex',
  name: 'FedEx',
  accounts: [
    {
      id: 'fedex-alpha',
      name: 'Alpha Test Shop',
      credentials: {
        clientId: 'fedex-alpha-client',
        clientSecret: 'fedex-alpha-secret',
        accountNumber: '740561073',
      },
    },
    {
      id: 'fedex-beta',
      name: 'Beta Test Shop, tracking in a project of its own',
      credentials: {
        clientId: 'fedex-beta-client',
        clientSecret: 'fedex-beta-secret',
        accountNumber: '740561074',
        trackClientId: 'fedex-beta-track',
        trackClientSecret: 'fedex-beta-track-secret',
      },
    },
  ],
  routes: [
    signIn.route,
    route('rates', 'POST', '/rate/v1/rates/quotes', 'read', rates),
    route('ship', 'POST', '/ship/v1/shipments', 'effect', ship),
    route('results', 'POST', '/ship/v1/shipments/results', 'read', results),
    route('cancel', 'PUT', '/ship/v1/shipments/cancel', 'effect', cancel),
    route('track', 'POST', '/track/v1/trackingnumbers', 'read', track),
    route('proof', 'POST', '/track/v1/trackingdocuments', 'read', proof),
    route('pickup', 'POST', '/pickup/v1/pickups', 'effect', bookPickup),
    route('pickup-times', 'POST', '/pickup/v1/pickups/availabilities', 'read', pickupTimes),
    route('pickup-cancel', 'PUT', '/pickup/v1/pickups/cancel', 'effect', cancelPickup),
    route('close', 'PUT', '/ship/v1/endofday/', 'effect', groundClose),
    route('manifest', 'POST', '/ship/v1/endofday/', 'read', manifestAgain),
    route('address', 'POST', '/address/v1/addresses/resolve', 'read', checkAddress),
    route('options', 'POST', '/availability/v1/packageandserviceoptions', 'read', options),
    route('upload', 'POST', '/documents/v1/etds/upload', 'effect', upload),
  ],
});
