/** What the checks of Purolator share: the schemas of its WSDLs as a judge, shipments, and environments that play answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '@scanship/carrier-purolator/harness';
import { manifest } from '@scanship/carrier-purolator/manifest';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import type { Mutant, Verdict } from '../judges/differential.ts';

const DATATYPES = 'http://purolator.com/pws/datatypes/';

/** The schema of the service's own types out of a WSDL; what it imports is only used by answers that are not judged. */
function fromWsdl(text: string): string {
  const blocks = Array.from(text.matchAll(/<(xsd?):schema\b[\s\S]*?<\/\1:schema>/g), (m) => m[0]);
  const own = blocks.find((block) => new RegExp(`targetNamespace="${DATATYPES}v\\d"`).test(block.slice(0, 600)));
  if (own === undefined) throw new Error('the WSDL has no schema of its own types');
  const declared = /xmlns:xsd=/.test(own.slice(0, own.indexOf('>')))
    ? own
    : own.replace(/^<(xsd?):schema/, '<$1:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"');
  return declared.replaceAll(/type="q\d+:ArrayOfstring"/g, 'type="xsd:anyType"');
}

/** The files of version 2 say some elements twice; the second is left out. */
function fromFlattened(text: string): string {
  const seen = new Set<string>();
  return text.replaceAll(/^ {4}<xsd?:element name="(\w+)"[^>]*\/>\r?$/gm, (whole, name: string) => {
    if (seen.has(name)) return '';
    seen.add(name);
    return whole;
  });
}

const FILES: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
  EstimatingService: ['xsd/EstimateService.xsd', fromFlattened],
  ServiceAvailabilityService: ['xsd/ServiceAvailabilityService.xsd', fromFlattened],
  ShippingService: ['wsdl-2025/ShippingService.wsdl', fromWsdl],
  ShipmentTrackingService: ['wsdl-2025/ShipmentTrackingService.wsdl', fromWsdl],
  ReturnsManagementService: ['wsdl-2016-development/ReturnsManagementService.wsdl', fromWsdl],
  ShippingDocumentsService: ['wsdl-2016-development/ShippingDocumentsService.wsdl', fromWsdl],
  PickUpService: ['wsdl-2016-development/PickUpService.wsdl', fromWsdl],
};

export interface SchemaJudge {
  /** @param path of the service, as requests name it */
  judge(path: string, xml: string): Verdict;
  close(): void;
}

export function openSchemas(folder: string): SchemaJudge {
  const validators = new Map<string, XsdValidator>();
  const validatorOf = (path: string): XsdValidator => {
    const service = /\/(\w+)\.asmx$/.exec(path)?.[1] ?? '';
    const known = validators.get(service);
    if (known) return known;
    const [file, schemaOf] = FILES[service] ?? [];
    if (file === undefined || schemaOf === undefined) throw new Error(`no schema is known for ${path}`);
    const document = XmlDocument.fromString(schemaOf(readFileSync(join(folder, file), 'utf8')));
    const validator = XsdValidator.fromDoc(document);
    document.dispose();
    validators.set(service, validator);
    return validator;
  };
  return {
    judge(path, xml) {
      const validator = validatorOf(path);
      let document: XmlDocument;
      try {
        document = XmlDocument.fromString(xml);
      } catch (error) {
        return { accepted: false, why: `not well-formed: ${String(error)}` };
      }
      try {
        validator.validate(document);
        return { accepted: true, why: 'valid' };
      } catch (error) {
        return { accepted: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
      } finally {
        document.dispose();
      }
    },
    close: () => {
      for (const validator of validators.values()) validator.dispose();
    },
  };
}

/** The element below the SOAP body, and the one below the header, each as a document of its own. */
export function partsOf(envelope: string): { readonly header: string; readonly body: string } {
  const part = (name: string): string => {
    const match = new RegExp(`<(\\w+):${name}>([\\s\\S]*)</\\1:${name}>`).exec(envelope);
    return (match?.[2] ?? '').trim();
  };
  return { header: part('Header'), body: part('Body') };
}

/** Column of the evidence by operation of the vendor; undefined for those that only serve others. */
export const COLUMN_OF: Readonly<Record<string, CarrierOperation>> = {
  GetFullEstimate: 'rate',
  ValidateShipment: 'ship',
  CreateShipment: 'ship',
  GetDocuments: 'ship',
  ValidateReturnsManagementShipment: 'returns',
  CreateReturnsManagementShipment: 'returns',
  VoidShipment: 'cancel',
  Consolidate: 'endOfDay',
  GetShipmentManifestDocument: 'endOfDay',
  TrackingByPinsOrReferences: 'track',
  ValidatePickUp: 'pickup',
  SchedulePickUp: 'pickup',
  ModifyPickUp: 'pickup',
  VoidPickUp: 'pickup',
  GetPickUpHistory: 'pickup',
  GetServicesOptions: 'discoverServices',
  ValidateCityPostalCodeZip: 'checkAddress',
};

/** An environment whose service gives these answers in turn. */
export function playing(answers: readonly string[]): CarrierEnv {
  let at = 0;
  const now = (): Date => new Date('2026-01-01T00:00:00Z');
  return {
    mode: 'simulator',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache({ now }).of('contract'),
    now,
    http: {
      send: () => {
        const body = answers[at];
        at += 1;
        if (body === undefined) return Promise.reject(new Error('one call more than the test has answers'));
        const bytes = new Uint8Array(Buffer.from(body, 'utf8'));
        return Promise.resolve(
          makeResponse(manifest.name, {
            status: 200,
            headers: { 'content-type': 'text/xml; charset=utf-8' },
            bytes,
            traceId: 'contract',
          }),
        );
      },
    },
  };
}

/** Every `1 in n` of a list, always the same ones; all of them in a full run. */
export const drawn = <T>(all: readonly T[], n: number): readonly T[] =>
  process.env.VERIFY === undefined ? all.filter((_one, index) => (index * 7919) % n === 0) : all;

export const drawnMutants = (all: readonly Mutant<string>[]): readonly Mutant<string>[] => drawn(all, 23);

export const cad = (minor: number): { readonly minor: number; readonly currency: string } => money(minor, 'CAD');
const [parcel] = samples.domestic.parcels;
if (!parcel || !samples.crossBorder || !samples.returned || !samples.pickup) throw new Error('the samples lack a part');
export const { shipment: toUnitedStates } = samples.crossBorder;
export const { shipment: returned } = samples.returned;
export const pickupWish = samples.pickup;

export const heavy: ShipmentRequest = {
  ...samples.domestic,
  to: { ...samples.domestic.to, address2: 'Unit 4', phone: '604 555 0100 x12' },
  parcels: [
    { ...parcel, weightGrams: 40_000 },
    { ...parcel, number: 2, dimensions: undefined },
  ],
  options: { signature: 'any', insuredValue: cad(25_000), saturdayDelivery: true },
};
export const limitedQuantity: ShipmentRequest = {
  ...samples.domestic,
  options: { dangerousGoods: { kind: 'limited-quantity' }, signature: 'none' },
};
export const envelope: ShipmentRequest = {
  ...samples.domestic,
  parcels: [{ number: 1, weightGrams: 300, packaging: 'purolator-express-envelope' }],
  options: { signature: 'adult' },
};
export const toJapan: ShipmentRequest = {
  ...toUnitedStates,
  to: {
    name: 'Kenji Mori',
    address1: '1-1-2 Oshiage',
    city: 'Sumida',
    provinceCode: '13',
    zipcode: '131-0045',
    countryCode: 'JP',
    phone: '+81 3 5555 0110',
    residential: true,
  },
  options: { signature: 'any' },
  customs: toUnitedStates.customs && { ...toUnitedStates.customs, purpose: 'Inter-Company', dutiesPaidBy: 'Shipper' },
};

const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 40 }));
const anyAddress = fc.record({
  name: anyText,
  companyName: fc.option(anyText, { nil: undefined }),
  address1: anyText,
  address2: fc.option(anyText, { nil: undefined }),
  city: anyText,
  phone: fc.oneof(anyText, fc.constant('416 555 0100'), fc.constant('+44 20 7946 0999')),
});

/** A purchase as people may write it, inside Canada and abroad. */
export const anyPurchase = fc
  .record({
    from: anyAddress,
    to: anyAddress,
    place: fc.constantFrom(samples.domestic, toUnitedStates, toJapan, returned),
    weightGrams: fc.integer({ min: 1, max: 68_038 }),
    lengthMm: fc.integer({ min: 1, max: 3000 }),
    description: anyText,
    quantity: fc.integer({ min: 1, max: 99_999 }),
    unitValue: fc.integer({ min: 0, max: 20_000_000 }).map(cad),
    sku: fc.option(anyText, { nil: undefined }),
    references: fc.array(anyText, { maxLength: 4 }),
  })
  .map(({ place, ...d }): { readonly shipment: ShipmentRequest; readonly service: string } => ({
    shipment: {
      ...place,
      from: { ...place.from, ...d.from },
      to: { ...place.to, ...d.to },
      parcels: [
        { number: 1, weightGrams: d.weightGrams, dimensions: { lengthMm: d.lengthMm, widthMm: 10, heightMm: 10 } },
      ],
      references: d.references,
      customs: place.customs && {
        ...place.customs,
        items: place.customs.items.map((item) => ({
          ...item,
          description: d.description,
          quantity: d.quantity,
          unitValue: d.unitValue,
          sku: d.sku,
        })),
      },
    },
    service:
      place.to.countryCode === 'CA'
        ? 'PurolatorGround'
        : place.to.countryCode === 'US'
          ? 'PurolatorGroundU.S.'
          : 'PurolatorExpressInternational',
  }));
