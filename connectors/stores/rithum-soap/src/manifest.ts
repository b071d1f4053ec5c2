import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'rithum-soap',
  name: 'Rithum SOAP',
  maturity: 'contract',
  contractVersion: 'ChannelAdvisor SOAP API v7',
  connect: 'credentials',
  // The profile's number is typed in; the account's own id is told once the seller has let us in.
  accountKnown: 'exchange',
  keys: {
    before:
      'An administrator’s sign-in at Rithum (ChannelAdvisor). New sellers connect Rithum instead, its newer interface.',
  },
  fields: [
    {
      name: 'profileId',
      label: 'Profile ID',
      help: 'The eight digits beside the account at Rithum (ChannelAdvisor) under Account Authorizations. We ask for access, you enable it on that page, then connect again.',
      secret: false,
      required: true,
      pattern: '[1-9][0-9]{4,9}',
      example: '12345678',
    },
    {
      name: 'currency',
      label: 'Currency of the orders',
      help: 'This interface does not say in which currency an order is; every order of this connection counts as this one.',
      secret: false,
      required: true,
      kind: 'currency',
    },
  ],
  registration: {
    steps: [
      'Ask Rithum (ChannelAdvisor) for a developer key for the SOAP interface. New installations should use the platform’s REST interface instead.',
    ],
    wants: [],
  },
  appFields: [
    {
      name: 'developerKey',
      label: 'Developer key',
      help: 'The key of the SOAP interface that Rithum (ChannelAdvisor) gave out, in the form 11111111-2222-3333-4444-555555555555.',
      secret: true,
      required: true,
      pattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
    },
    {
      name: 'password',
      label: 'Password of the developer key',
      help: 'It was chosen when the developer key was requested; it is nobody’s password for signing in.',
      secret: true,
      required: true,
      pattern: '\\S.{6,198}\\S',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    partialFulfilment: true,
    // A shipment has one tracking number.
    severalParcels: false,
    withdraw: false,
    webhooks: false,
    disconnect: false,
  },
  accountPattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  endpoints: { live: 'https://api.channeladvisor.com' },
  simulatorPath: '',
  consentHosts: [],
  // No limit is published for this interface; this is far below that of the REST interface (2,000 a minute).
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { page: 45_000, push: 45_000, other: 30_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 86_400_000, overlapMs: 600_000 },
};
