/** What the own cases are written with: calls and an order, as eBay's documents have them. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const ORDERS = '/sell/fulfillment/v1/order';

export const bearer = { authorization: 'Bearer own-case-access' };
export const get = (
  path: string,
  body: object,
  query: Readonly<Record<string, string | number>> = {},
  token?: string,
): OwnExchange => ({
  request: {
    method: 'GET',
    path,
    ...(Object.keys(query).length > 0 && { query }),
    headers: token === undefined ? bearer : { authorization: token },
  },
  answer: { status: 200, body },
});
export const line = (lineItemId: string, lineItemFulfillmentStatus: string, more: object = {}): object => ({
  lineItemId,
  legacyItemId: '110054321',
  sku: 'SYR-500',
  title: 'Maple syrup 500 ml',
  quantity: 3,
  lineItemCost: { value: '55.5', currency: 'CAD' },
  lineItemFulfillmentStatus,
  lineItemFulfillmentInstructions: { shipByDate: '2026-11-23T22:00:00.000Z' },
  ...more,
});
export const order = (lines: readonly object[], more: object = {}): object => ({
  orderId: '01-03955-36441',
  creationDate: '2026-11-20T15:00:00.000Z',
  lastModifiedDate: '2026-11-21T09:30:00.511Z',
  orderPaymentStatus: 'PAID',
  orderFulfillmentStatus: 'IN_PROGRESS',
  buyerCheckoutNotes: 'Ring twice.',
  pricingSummary: { total: { value: '66.45', currency: 'CAD' } },
  cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
  fulfillmentStartInstructions: [
    {
      fulfillmentInstructionsType: 'SHIP_TO',
      shippingStep: {
        shippingServiceCode: 'CA_PostExpeditedParcel',
        shipToReferenceId: '1234567890',
        shipTo: {
          fullName: 'Amélie Tremblay',
          contactAddress: {
            addressLine1: '1450 Rue Saint-Denis',
            addressLine2: 'App. 4',
            city: 'Montréal',
            stateOrProvince: 'QC',
            postalCode: 'H2X 3J7',
            countryCode: 'CA',
          },
          primaryPhone: { phoneNumber: '514 555-0100' },
        },
      },
    },
  ],
  lineItems: lines,
  ...more,
});
