/** What the USPS contract tests are made of: shipments that use every field, corrections of the documents, answers played. */
import { join } from 'node:path';
import { crossBorder, domestic, returned, samples } from '@scanship/carrier-usps/harness';
import { manifest } from '@scanship/carrier-usps/manifest';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Verdict } from '../judges/differential.ts';
import { openContract, type ApiRequest, type Correction, type OpenApiJudge } from '../judges/openapi.ts';

const usd = (minor: number) => money(minor, 'USD');

/** Signature, insurance, a way back elsewhere, two lines of street. */
export const insured: ShipmentRequest = {
  ...domestic,
  returnTo: { ...domestic.from, name: 'Returns Desk', address2: 'Dock 4' },
  options: { signature: 'any', insuredValue: usd(25_000) },
};
/** Military mail with its customs form. */
export const military: ShipmentRequest = {
  ...domestic,
  to: { ...domestic.to, city: 'APO', provinceCode: 'AE', zipcode: '09012', address1: 'PSC 1234 Box 56' },
  customs: crossBorder.customs,
};
/** A flat rate box by Priority Mail. */
export const flatRate: ShipmentRequest = {
  ...domestic,
  parcels: [
    {
      number: 1,
      weightGrams: 8000,
      packaging: 'usps-medium-flat-rate-box-2',
      dimensions: { lengthMm: 356, widthMm: 305, heightMm: 89 },
    },
  ],
};
/** Duties paid ahead, tax numbers on both sides, a battery inside, insurance. */
export const dutyPaid: ShipmentRequest = {
  ...crossBorder,
  from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM2760000742' }] },
  to: { ...crossBorder.to, taxIds: [{ kind: 'EORI', number: 'CA1234567890' }] },
  options: { insuredValue: usd(9000), dangerousGoods: { kind: 'lithium-ion-in-equipment' } },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    dutiesPaidBy: 'Shipper',
    invoiceNumber: 'INV 77',
    exportFiling: { kind: 'itn', number: 'X20260824123456' },
  },
};
export { crossBorder, domestic, returned };

const closed = (at: string): Correction => ({
  at,
  set: { additionalProperties: true },
  reason: 'The object is closed beside allOf, which would refuse every property of its own parts.',
});

const ABROAD: readonly Correction[] = [
  closed('components.schemas.InternationalCustomsForm'),
  closed('components.schemas.InternationalShippingContents'),
  closed('components.schemas.InternationalPackageDescription.allOf.1'),
  closed('components.schemas.InternationalPackageOptions.allOf.1'),
];
const either = (name: string, member: string) => ({
  allOf: [{ $ref: `#/components/schemas/${name}` }, { required: [member] }],
});
const PICKUP: readonly Correction[] = [
  closed('components.schemas.PickupAddress'),
  {
    at: 'components.schemas.NotificationMethod',
    set: { oneOf: [either('EmailNotification', 'email'), either('SMSNotification', 'cellNumber')] },
    reason: 'Neither alternative requires its member, so that every contact fits both and "one of" refuses all.',
  },
];

export interface UspsContract {
  judge(request: ApiRequest): Verdict;
  judgeAnswer: OpenApiJudge['judgeAnswer'];
}

/** The documents behind one judge: each request goes to the one that knows its path. */
export function openUsps(folder: string): UspsContract {
  const open = (name: string, corrections: readonly Correction[] = []): OpenApiJudge =>
    openContract(join(folder, `${name}.yaml`), corrections);
  const judges: readonly (readonly [RegExp, OpenApiJudge])[] = [
    [/^\/labels\//, open('domestic-labels')],
    [/^\/international-labels\//, open('international-labels', ABROAD)],
    [/^\/shipments\//, open('shipping-options')],
    [/^\/payments\//, open('payments')],
    [/^\/scan-forms\//, open('scan-forms')],
    [/^\/tracking\//, open('tracking')],
    [/^\/pickup\//, open('carrier-pickup', PICKUP)],
    [/^\/addresses\//, open('addresses')],
  ];
  const of = (path: string): OpenApiJudge => {
    const found = judges.find(([form]) => form.test(path));
    if (!found) throw new Error(`no document describes ${path}`);
    return found[1];
  };
  return {
    judge: (request) => of(request.path).judge(request),
    judgeAnswer: (request, status, body) => of(request.path).judgeAnswer(request, status, body),
  };
}

/** An environment that answers every call but sign-in and payment with one JSON value. */
export function playing(json: unknown, status = 200): CarrierEnv {
  const now = (): Date => new Date();
  return {
    mode: 'simulator',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache({ now }).of('played'),
    now,
    pause: () => Promise.resolve(),
    http: {
      send: (request) => {
        const given =
          request.name === 'sign in'
            ? { access_token: 'played', expires_in: '14399' }
            : request.name === 'authorise payment'
              ? { paymentAuthorizationToken: 'a.b.c' }
              : json;
        return Promise.resolve(
          makeResponse(manifest.name, {
            status: given === json ? status : 200,
            headers: { 'content-type': 'application/json' },
            bytes: new Uint8Array(Buffer.from(JSON.stringify(given))),
            traceId: 'played',
          }),
        );
      },
    },
  };
}
