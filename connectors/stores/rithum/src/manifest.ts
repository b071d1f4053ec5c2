import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'rithum',
  name: 'Rithum',
  maturity: 'samples',
  contractVersion: 'ChannelAdvisor REST API v1',
  connect: 'redirect',
  accountKnown: 'exchange',
  returnSigned: false,
  // "Authorization codes are valid for 5 minutes and may only be exchanged once."
  exchangeAtOnce: true,
  keys: {
    before: 'A sign-in at Rithum (ChannelAdvisor) as an administrator of the account.',
  },
  fields: [],
  registration: {
    steps: ['In the Developer Console create an integration and enter our redirect URL, exactly.'],
    wants: ['redirect'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Application ID',
      help: 'In the Rithum (ChannelAdvisor) Developer Console, on the page of the integration: the application ID.',
      secret: false,
      required: true,
      pattern: '[\\w.-]{8,200}',
    },
    {
      name: 'clientSecret',
      label: 'Shared secret',
      help: 'Beside the application ID in the Developer Console. The redirect address entered there has to be exactly the one of this platform.',
      secret: true,
      required: true,
      pattern: '[^\\s:]{8,200}',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    partialFulfilment: true,
    // A fulfilment has one tracking number.
    severalParcels: false,
    // What was marked as shipped can be marked unshipped only together with a label that was bought at Rithum.
    withdraw: false,
    webhooks: false,
    // The user takes access back at Rithum; there is no call for it.
    disconnect: false,
  },
  // Number of a profile.
  accountPattern: '[1-9][0-9]{0,9}',
  endpoints: { live: 'https://api.channeladvisor.com' },
  simulatorPath: '',
  consentHosts: ['api\\.channeladvisor\\.com'],
  // "Account (Profile): 2,000 requests per minute."
  quota: { calls: 2_000, perMs: 60_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 21_600_000, overlapMs: 300_000 },
};
