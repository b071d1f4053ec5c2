/** What the checks of Canada Post share: its schemas as a judge, shipments, and environments that play its answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '@scanship/carrier-canada-post/harness';
import { manifest } from '@scanship/carrier-canada-post/manifest';
import { simulator } from '@scanship/carrier-canada-post/simulator';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money, type Money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { SimContext, SimRoute } from '@scanship/simulator-kit/simulator';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { Verdict } from '../judges/differential.ts';

/** Schema by the media type of a message. */
export const SCHEMA_OF: Readonly<Record<string, string>> = {
  'application/vnd.cpc.ship.rate-v4+xml': 'rating',
  'application/vnd.cpc.shipment-v8+xml': 'shipment',
  'application/vnd.cpc.ncshipment-v4+xml': 'ncshipment',
  'application/vnd.cpc.track-v2+xml': 'track',
  'application/vnd.cpc.customer+xml': 'customerinfo',
  'application/vnd.cpc.manifest-v8+xml': 'manifest',
  'application/vnd.cpc.authreturn-v2+xml': 'authreturn',
  'application/vnd.cpc.pickup+xml': 'pickup',
  'application/vnd.cpc.pickuprequest+xml': 'pickuprequest',
  'application/vnd.cpc.registration-v2+xml': 'merchantregistration',
};

export interface SchemaJudge {
  judge(schema: string, xml: string): Verdict;
  close(): void;
}

/** @param folder with `xsd` */
export function openSchemas(folder: string): SchemaJudge {
  xmlRegisterFsInputProviders();
  const validators = new Map<string, XsdValidator>();
  const validatorOf = (schema: string): XsdValidator => {
    let validator = validators.get(schema);
    if (!validator) {
      const file = join(folder, 'xsd', `${schema}.xsd`);
      const document = XmlDocument.fromBuffer(readFileSync(file), { url: file });
      validator = XsdValidator.fromDoc(document);
      document.dispose();
      validators.set(schema, validator);
    }
    return validator;
  };
  const judge = (schema: string, xml: string): Verdict => {
    let document: XmlDocument;
    try {
      document = XmlDocument.fromString(xml);
    } catch (error) {
      return { accepted: false, why: `not well-formed: ${String(error)}` };
    }
    try {
      validatorOf(schema).validate(document);
      return { accepted: true, why: 'valid' };
    } catch (error) {
      return { accepted: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
    } finally {
      document.dispose();
    }
  };
  return {
    judge,
    close: () => {
      for (const validator of validators.values()) validator.dispose();
    },
  };
}

export const small = samples.otherAccount.credentials;
const [parcel] = samples.domestic.parcels;
if (!parcel || !samples.crossBorder) throw new Error('the samples lack a parcel');
export const { shipment: toUnitedStates } = samples.crossBorder;
export const cad = (minor: number): Money => money(minor, 'CAD');

export const insured: ShipmentRequest = {
  ...samples.domestic,
  to: { ...samples.domestic.to, companyName: 'Receiver & Sons', address2: 'Unit 4', phone: '604 555 0100' },
  options: { signature: 'any', insuredValue: cad(25_000) },
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
  },
  customs: toUnitedStates.customs && { ...toUnitedStates.customs, purpose: 'Gift', invoiceNumber: 'INV-7' },
};
export const withDeclaration: ShipmentRequest = {
  ...toUnitedStates,
  parcels: [{ ...parcel, weightGrams: 800 }],
  customs: toUnitedStates.customs && {
    ...toUnitedStates.customs,
    prepaidDuty: { provider: 'Zonos', reference: '0rg7s5pjvhxxn', amount: cad(875) },
  },
};

const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 50 }));
const anyAddress = fc.record({
  name: anyText,
  companyName: fc.option(anyText, { nil: undefined }),
  address1: anyText,
  address2: fc.option(anyText, { nil: undefined }),
  city: anyText,
  phone: fc.option(anyText, { nil: '416 555 0100' }),
});

/** A purchase as people may write it, with or without contract, inside Canada and abroad. */
export const anyPurchase = fc
  .record({
    from: anyAddress,
    to: anyAddress,
    place: fc.constantFrom(samples.domestic, toUnitedStates, toJapan),
    weightGrams: fc.integer({ min: 1, max: 30_000 }),
    lengthMm: fc.integer({ min: 1, max: 700 }),
    item: fc.record({
      description: anyText,
      quantity: fc.integer({ min: 1, max: 12_000 }),
      unitValue: fc.integer({ min: 0, max: 20_000_000 }).map(cad),
      unitGrams: fc.constant(1),
      hsCode: fc.option(fc.stringMatching(/^\d{6,12}$/), { nil: '610910' }),
      sku: fc.option(anyText, { nil: undefined }),
      originCountry: fc.constantFrom('CA', 'CN'),
    }),
    invoiceNumber: fc.option(anyText, { nil: undefined }),
    references: fc.array(anyText, { maxLength: 2 }),
    contract: fc.boolean(),
  })
  .map(({ place, ...d }) => {
    const shipment: ShipmentRequest = {
      ...place,
      from: { ...place.from, ...d.from },
      to: { ...place.to, ...d.to },
      parcels: [
        { number: 1, weightGrams: d.weightGrams, dimensions: { lengthMm: d.lengthMm, widthMm: 10, heightMm: 10 } },
      ],
      references: d.references,
      customs: place.customs && { ...place.customs, invoiceNumber: d.invoiceNumber, items: [d.item] },
    };
    const region = place.to.countryCode;
    return {
      shipment,
      service: region === 'CA' ? 'DOM.EP' : region === 'US' ? 'USA.EP' : 'INT.XP',
      credentials: d.contract ? samples.account.credentials : { ...small, usDuty: 'yes' },
    };
  });

/** An environment that answers each call from a list of bodies. */
export function playing(bodies: readonly string[], status = 200): CarrierEnv {
  let at = 0;
  return {
    mode: 'sandbox',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache().of('samples'),
    now: () => new Date('2026-11-23T12:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      send: () => {
        const body = bodies[at] ?? '';
        at += 1;
        return Promise.resolve(
          makeResponse(manifest.name, {
            status,
            headers: { 'content-type': 'application/xml' },
            bytes: new Uint8Array(Buffer.from(body)),
            traceId: 'sample',
          }),
        );
      },
    },
  };
}

/** An environment whose vendor refuses: the client reads the problem as it does for a real answer. */
export function refusing(status: number, body: string): CarrierEnv {
  const env = playing([]);
  return {
    ...env,
    http: {
      send: (request) => {
        const problem = request.readProblem?.(
          makeResponse(manifest.name, {
            status,
            headers: { 'content-type': 'application/xml' },
            bytes: new Uint8Array(Buffer.from(body)),
            traceId: 'sample',
          }),
        );
        return Promise.reject(
          new ConnectorError({ kind: 'temporary-before-effect', message: 'It failed.', ...problem }),
        );
      },
    },
  };
}

const verdictOf = (status: number, body: string): Verdict => {
  const code = /<code>([^<]*)<\/code>/.exec(body)?.[1] ?? '';
  return { accepted: code !== 'Server' && code !== 'MALFORMED', why: `${status} ${code}`.trim() };
};

/**
 * Whether the simulator's schema check let a body pass: refusals with other codes are rules that a schema cannot say. The route
 * is called directly, since thousands of calls over HTTP would only cost time; a link needs the books behind it.
 */
export async function askSimulator(
  { method, path, headers = {} }: HttpRequest,
  xml: string,
  context: SimContext,
): Promise<Verdict> {
  if (path.startsWith('http')) {
    const response = await fetch(path, { method, headers, body: xml });
    return verdictOf(response.status, await response.text());
  }
  const url = new URL(path, 'http://simulator');
  const below = url.pathname;
  const form = (route: SimRoute): RegExp => new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const route = simulator.routes.find((r) => r.method === method && form(r).test(below));
  if (!route) throw new Error(`there is no route for ${method} ${below}`);
  const params = { ...form(route).exec(below)?.groups };
  const body = Buffer.from(xml);
  const answer = await route.handle(
    { method, path: below, params, query: url.searchParams, headers, body, text: () => xml },
    context,
  );
  return verdictOf(answer.status, typeof answer.body === 'string' ? answer.body : '');
}

/** Every fifth mutant, always the same ones; all of them in the long verification. */
export const drawn = <T>(all: readonly T[]): readonly T[] =>
  process.env['VERIFY'] === undefined ? all.filter((_one, index) => index % 5 === 2) : all;
