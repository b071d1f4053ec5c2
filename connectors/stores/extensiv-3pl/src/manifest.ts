import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'extensiv-3pl',
  name: 'Extensiv 3PL',
  maturity: 'samples',
  contractVersion: '3PL Warehouse Manager REST API',
  connect: 'credentials',
  // The customer record tells whose orders they are.
  accountKnown: 'exchange',
  keys: {
    before:
      'A warehouse that works with Extensiv 3PL Warehouse Manager. It asks Extensiv for the keys and tells you its time zone and your customer ID.',
  },
  fields: [
    {
      name: 'clientId',
      label: 'API client ID',
      help: 'Your warehouse asks Extensiv (api@extensiv.com) for REST API credentials for you; the client ID is the first of the two.',
      secret: false,
      required: true,
      pattern: '[^\\s:]{8,100}',
      example: '1a2b3c4d-5e6f-7a8b',
    },
    {
      name: 'clientSecret',
      label: 'API client secret',
      help: 'The second of the two, from the same message.',
      secret: true,
      required: true,
      pattern: '\\S{8,200}',
    },
    {
      name: 'userLogin',
      label: 'User login',
      help: 'The login name that the warehouse made for this connection; changes made from here stand under it.',
      secret: false,
      required: true,
      pattern: '\\S{1,100}',
      example: 'shipping',
    },
    {
      name: 'tplKey',
      label: '3PL key (GUID)',
      help: 'Only for older credentials, which come with a 3PL key in curly brackets. Leave it empty when you were given none.',
      secret: true,
      required: false,
      pattern: '\\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\\}?',
    },
    {
      name: 'customerId',
      label: 'Customer ID',
      help: 'Your number at the warehouse, which it sees under Customers. Credentials may open all customers of the warehouse; only orders of this one come in.',
      secret: false,
      required: true,
      pattern: '[1-9][0-9]{0,8}',
      example: '42',
    },
    {
      name: 'facilityId',
      label: 'Facility ID',
      help: 'Only to bring in the orders of one building: the number the warehouse has for it. Leave it empty for all of them.',
      secret: false,
      required: false,
      pattern: '[1-9][0-9]{0,8}',
      example: '1',
    },
    {
      name: 'timeZone',
      label: 'System time zone',
      help: 'The system time zone of the warehouse’s Extensiv account, which the warehouse knows. Extensiv writes times without one.',
      secret: false,
      required: true,
      kind: 'time-zone',
    },
    {
      name: 'currency',
      label: 'Currency of the orders',
      help: 'Extensiv does not say in which currency prices are; all of this connection count as this one.',
      secret: false,
      required: true,
      kind: 'currency',
    },
    {
      name: 'closeOrders',
      label: 'When an order is shipped',
      help: 'To close it confirms it at the warehouse: the goods leave the stock, the order can no longer be changed, the warehouse may bill you for it, and nobody but the warehouse can undo it.',
      secret: false,
      required: false,
      choices: [
        { value: '', label: 'Write the tracking number only; the order stays open' },
        { value: 'CLOSE', label: 'Close the order as well' },
      ],
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    // One tracking number in the routing of the whole order.
    partialFulfilment: false,
    severalParcels: false,
    // The number is taken out again while the order is open.
    withdraw: true,
    webhooks: false,
    disconnect: false,
  },
  accountPattern: 'customer-[1-9][0-9]{0,8}-[0-9a-f]{8}(?:-facility-[1-9][0-9]{0,8})?',
  endpoints: { live: 'https://secure-wms.com' },
  simulatorPath: '',
  consentHosts: [],
  // No limit is published: a gentle pace of our own.
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  // The overlap covers the hour that comes twice in autumn, and changes during a pull.
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 3_900_000 },
};
