/**
 * Carriers of the peak bench: made up, all alike, one call a question and one a label. What answers them does so after a fixed
 * time and costs nothing, so that the figures are of the platform.
 */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type {
  Carrier,
  CarrierManifest,
  RateAnswer,
  ShipInput,
  ShipResult,
} from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { StepOutcome } from '@scanship/connector-kit/steps/steps';
import { money } from '@scanship/domain/money/money';
import {
  type CarrierRegistry,
  createCarrierRegistry,
  type RegisteredCarrier,
} from '../../../apps/server/src/modules/carriers/connector-registry.ts';

/** Sixteen that limit nobody, one to buy from, one of 200 calls a minute. */
export const OPEN_CARRIERS = Array.from({ length: 16 }, (_, n) => `slow-${String(n + 1).padStart(2, '0')}`);
export const SHIPPING_CARRIER = 'slow-labels';
export const LIMITED_CARRIER = 'slow-limited';
/** All of them. */
export const SLOW_CARRIERS = [...OPEN_CARRIERS, SHIPPING_CARRIER, LIMITED_CARRIER];
export const SLOW_SERVICE = 'STD';

const QUOTAS: Readonly<Record<string, CarrierManifest['quota']>> = {
  [SHIPPING_CARRIER]: { calls: 100, perMs: 1_000 },
  [LIMITED_CARRIER]: { calls: 200, perMs: 60_000 },
};
/** More calls than anybody makes. */
const NO_LIMIT = { calls: 100_000, perMs: 1_000 };

const manifestOf = (slug: string): CarrierManifest => ({
  slug,
  name: `Slow ${slug}`,
  maturity: 'own',
  originCountries: ['CA'],
  services: [{ code: SLOW_SERVICE, name: 'Standard', scope: 'domestic' }],
  capabilities: {
    rate: true,
    ship: true,
    cancel: false,
    track: false,
    testConnection: false,
    parcelsPerCall: 1,
    international: false,
    signature: false,
    insurance: false,
    shipperNumbers: false,
  },
  credentials: [{ name: 'key', label: 'Key', help: 'Any.', secret: true, required: true }],
  limits: { maxGrams: 30_000, maxLengthMm: 2_000, dimensionsRequired: false },
  pricesByPlace: 'postal-code',
  quota: QUOTAS[slug] ?? NO_LIMIT,
  deadlineMs: { rate: 20_000, ship: 30_000, other: 10_000 },
  endpoints: {},
  labelFormats: ['pdf'],
});

async function rate(_input: unknown, env: CarrierEnv): Promise<RateAnswer> {
  const response = await env.http.send({ method: 'POST', path: '/rate', name: 'rate', readOnly: true, body: '{}' });
  const total = money(readObject(response.json()).integer('cents', 1), 'CAD');
  return {
    offers: [
      {
        service: SLOW_SERVICE,
        serviceName: 'Standard',
        transitDays: 2,
        lines: [{ kind: 'base', code: 'freight', label: 'Freight', amount: total }],
        total,
      },
    ],
    problems: [],
  };
}

async function create(input: ShipInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await env.http.send({
    method: 'POST',
    path: '/ship',
    name: 'create shipment',
    repeatable: true,
    headers: { 'idempotency-key': input.uuid },
    body: JSON.stringify({ reference: input.reference }),
  });
  const answer = readObject(response.json());
  const bytes = answer.base64('label');
  return {
    kind: 'done',
    result: {
      carrierShipmentId: input.reference,
      parcels: [{ number: 1, trackingNumber: answer.string('number') }],
      files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes, parcelNumber: 1 }],
      charged: undefined,
    },
  };
}

const carrierOf = (slug: string): Carrier => ({
  manifest: manifestOf(slug),
  rate,
  ship: {
    steps: [{ name: 'create', effect: 'create', run: create }],
    recovery: 'own-key',
    settleAfterMs: 30_000,
  },
});

/** The carriers there are, and these beside them. */
export function peakRegistry(): CarrierRegistry {
  const real = createCarrierRegistry({ samples: false });
  const slow = SLOW_CARRIERS.map((slug): RegisteredCarrier => {
    const carrier = carrierOf(slug);
    return { manifest: carrier.manifest, sample: true, load: () => Promise.resolve(carrier) };
  });
  const all = [...real.all(), ...slow];
  return { all: () => all, find: (slug) => all.find(({ manifest }) => manifest.slug === slug) };
}
