/** Sendcloud: what it offers, as data. Sources are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { ORIGINS } from './manifest-countries.ts';
import { SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'sendcloud',
  name: 'Sendcloud',
  maturity: 'contract',
  contractVersion: 'Sendcloud API v3 (OpenAPI documents of 2026-08-22)',
  aggregator: true,
  originCountries: ORIGINS,
  services: SERVICES,
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 1,
    international: true,
    signature: true,
    insurance: false,
    shipperNumbers: false,
    saturdayDelivery: true,
    returns: true,
    pickup: true,
    checkAddress: true,
    discoverServices: true,
    listLabels: true,
  },
  keys: {
    before:
      'A Sendcloud account with a plan that includes the API, and a contract or Sendcloud’s own prices for each carrier.',
    page: 'https://app.sendcloud.com',
  },
  credentials: [
    {
      name: 'publicKey',
      label: 'Public key',
      help: 'In Sendcloud under Settings, Integrations: add the integration “Sendcloud API”; its page shows both keys.',
      secret: false,
      required: true,
      pattern: '[A-Za-z0-9_-]{8,100}',
      example: '1a2b3c4d5e6f7a8b',
    },
    {
      name: 'secretKey',
      label: 'Secret key',
      help: 'Shown beside the public key when the integration is made; afterwards a new pair has to be made there.',
      secret: true,
      required: true,
      pattern: '[A-Za-z0-9_-]{8,100}',
    },
  ],
  notOffered: {
    claims: 'Sendcloud takes claims in its own panel; the interface we hold has no call for them.',
    trackPush: 'Sendcloud still marks its event subscriptions as a beta; labels are asked about instead.',
    proofOfDelivery: 'Sendcloud hands out no proof of delivery; the carrier behind the label has it.',
    endOfDay: 'Sendcloud has no hand-over paper in its interface; carriers scan the labels.',
    landedCost: 'Sendcloud states no duties and taxes of other countries for accounts in general.',
    attachDocument: 'Sendcloud makes customs papers from the declared goods and takes no documents.',
    onboarding: 'Sellers create their keys in Sendcloud themselves; there is no sign-in to send them to.',
    insurance:
      'Sendcloud’s documents contradict each other about insurance in the price question, so its price could not be promised.',
    dangerousGoods: 'Which dangerous goods are taken, and with which papers, differs by each carrier behind Sendcloud.',
  },
  // The carrier's own charge is on its invoice; no price is told before.
  pickup: { daysAhead: 7, canCancel: true, canChange: false, charged: true },
  labelList: { reference: true, voided: true },
  limits: { maxGrams: 70_000, dimensionsRequired: false },
  // Documents, "Rate limits": 100 changing requests (POST) a minute; questions about prices are such requests.
  quota: { calls: 100, perMs: 60_000 },
  deadlineMs: { rate: 20_000, ship: 45_000, other: 15_000 },
  endpoints: { live: 'https://panel.sendcloud.sc' },
  hosts: ['panel.sendcloud.sc'],
  // 42 days after the announcement; later Sendcloud answers 409.
  voiding: { withinHours: 1008, refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
