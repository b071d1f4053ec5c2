/** The error catalogue of the contracts as messages to translate; written by scripts/make-error-catalogue.ts. */
import type { MessageDescriptor } from '@lingui/core';

type Words = Readonly<Record<string, MessageDescriptor>>;

export const ERROR_WORDS: Words = {
  bad_request: /*i18n*/ { id: 'error.bad_request', message: 'Bad Request' },
  validation: /*i18n*/ { id: 'error.validation', message: 'Some fields need another look.' },
  wrong_password: /*i18n*/ { id: 'error.wrong_password', message: 'User name or password is wrong.' },
  wrong_tenant: /*i18n*/ { id: 'error.wrong_tenant', message: 'This site belongs to another company.' },
  token_expired: /*i18n*/ { id: 'error.token_expired', message: 'The access token has expired.' },
  session_expired: /*i18n*/ { id: 'error.session_expired', message: 'Session expired' },
  unauthorized: /*i18n*/ { id: 'error.unauthorized', message: 'Unauthorized access' },
  csrf: /*i18n*/ { id: 'error.csrf', message: 'This page is out of date.' },
  forbidden: /*i18n*/ { id: 'error.forbidden', message: 'Your role does not allow this.' },
  not_found: /*i18n*/ { id: 'error.not_found', message: 'This was not found.' },
  unknown_host: /*i18n*/ { id: 'error.unknown_host', message: 'No site is set up under this address.' },
  stale_version: /*i18n*/ { id: 'error.stale_version', message: 'Somebody changed this meanwhile.' },
  key_reused: /*i18n*/ { id: 'error.key_reused', message: 'This request was already made with other contents.' },
  request_running: /*i18n*/ { id: 'error.request_running', message: 'The same request is still being worked on.' },
  already_allocated: /*i18n*/ { id: 'error.already_allocated', message: 'These items already have a label.' },
  order_claimed: /*i18n*/ { id: 'error.order_claimed', message: 'This order is being shipped by somebody else.' },
  rate_expired: /*i18n*/ { id: 'error.rate_expired', message: 'This rate has expired.' },
  order_not_shippable: /*i18n*/ {
    id: 'error.order_not_shippable',
    message: 'This order cannot be shipped as it stands.',
  },
  cannot_cancel: /*i18n*/ { id: 'error.cannot_cancel', message: 'This label cannot be cancelled.' },
  insufficient_funds: /*i18n*/ { id: 'error.insufficient_funds', message: 'The balance does not cover this label.' },
  address_incomplete: /*i18n*/ {
    id: 'error.address_incomplete',
    message: 'The address is not complete enough to ship.',
  },
  no_ship_from: /*i18n*/ { id: 'error.no_ship_from', message: 'There is no ship-from address yet.' },
  no_carrier: /*i18n*/ { id: 'error.no_carrier', message: 'No carrier is connected yet.' },
  customs_incomplete: /*i18n*/ { id: 'error.customs_incomplete', message: 'Customs details are missing.' },
  too_heavy: /*i18n*/ { id: 'error.too_heavy', message: 'No carrier takes a parcel of this weight or size.' },
  search_too_slow: /*i18n*/ {
    id: 'error.search_too_slow',
    message: 'This combination of filters takes too long to search.',
  },
  file_unreadable: /*i18n*/ { id: 'error.file_unreadable', message: 'This file cannot be read as CSV or XLSX.' },
  file_too_large: /*i18n*/ { id: 'error.file_too_large', message: 'This file is too large.' },
  import_changed: /*i18n*/ {
    id: 'error.import_changed',
    message: 'The file gives other results than the preview showed.',
  },
  import_blocked: /*i18n*/ { id: 'error.import_blocked', message: 'Some orders have errors.' },
  order_number_taken: /*i18n*/ { id: 'error.order_number_taken', message: 'An order with this number exists already.' },
  carrier_refused: /*i18n*/ { id: 'error.carrier_refused', message: 'The carrier refused the shipment.' },
  carrier_unavailable: /*i18n*/ {
    id: 'error.carrier_unavailable',
    message: 'The carrier cannot be reached right now.',
  },
  not_cross_border: /*i18n*/ {
    id: 'error.not_cross_border',
    message: 'A customs invoice is only for shipments that cross a border.',
  },
  no_labels: /*i18n*/ { id: 'error.no_labels', message: 'There are no labels to print.' },
  rate_limited: /*i18n*/ { id: 'error.rate_limited', message: 'Too many attempts.' },
  unavailable: /*i18n*/ { id: 'error.unavailable', message: 'The service is busy or restarting.' },
  internal: /*i18n*/ { id: 'error.internal', message: 'Something went wrong on our side.' },
};

export const ADVICE_WORDS: Words = {
  validation: /*i18n*/ { id: 'advice.validation', message: 'Correct the marked fields and try again.' },
  wrong_password: /*i18n*/ { id: 'advice.wrong_password', message: 'Check both, or ask for a new password.' },
  wrong_tenant: /*i18n*/ { id: 'advice.wrong_tenant', message: 'Open the address your company gave you.' },
  session_expired: /*i18n*/ { id: 'advice.session_expired', message: 'Sign in again; what you typed is kept.' },
  unauthorized: /*i18n*/ { id: 'advice.unauthorized', message: 'Sign in again.' },
  csrf: /*i18n*/ { id: 'advice.csrf', message: 'Reload the page and try again.' },
  forbidden: /*i18n*/ { id: 'advice.forbidden', message: 'Ask an administrator of your company.' },
  not_found: /*i18n*/ { id: 'advice.not_found', message: 'It may have been removed, or belong to somebody else.' },
  unknown_host: /*i18n*/ { id: 'advice.unknown_host', message: 'Check the address.' },
  stale_version: /*i18n*/ { id: 'advice.stale_version', message: 'Look at the new version and repeat your change.' },
  key_reused: /*i18n*/ { id: 'advice.key_reused', message: 'Reload the page and try again.' },
  request_running: /*i18n*/ { id: 'advice.request_running', message: 'Wait a moment; the result will appear.' },
  already_allocated: /*i18n*/ {
    id: 'advice.already_allocated',
    message: 'Open the order to see its shipments, or ask for an additional label.',
  },
  order_claimed: /*i18n*/ { id: 'advice.order_claimed', message: 'Wait for the result, or choose another order.' },
  rate_expired: /*i18n*/ { id: 'advice.rate_expired', message: 'Ask for rates again.' },
  order_not_shippable: /*i18n*/ { id: 'advice.order_not_shippable', message: 'Open the order to see why.' },
  cannot_cancel: /*i18n*/ { id: 'advice.cannot_cancel', message: 'The reason stands beside the shipment.' },
  insufficient_funds: /*i18n*/ { id: 'advice.insufficient_funds', message: 'Add funds or raise the credit limit.' },
  address_incomplete: /*i18n*/ { id: 'advice.address_incomplete', message: 'Correct the marked fields.' },
  no_ship_from: /*i18n*/ { id: 'advice.no_ship_from', message: 'Add one under Account settings.' },
  no_carrier: /*i18n*/ { id: 'advice.no_carrier', message: 'Connect one under Carriers.' },
  customs_incomplete: /*i18n*/ { id: 'advice.customs_incomplete', message: 'Fill in the marked item details.' },
  too_heavy: /*i18n*/ { id: 'advice.too_heavy', message: 'Split it into several parcels.' },
  search_too_slow: /*i18n*/ { id: 'advice.search_too_slow', message: 'Narrow the dates, or remove a filter.' },
  file_unreadable: /*i18n*/ { id: 'advice.file_unreadable', message: 'Save it again as CSV (UTF-8) or XLSX.' },
  file_too_large: /*i18n*/ { id: 'advice.file_too_large', message: 'Split it into smaller files.' },
  import_changed: /*i18n*/ {
    id: 'advice.import_changed',
    message: 'Check the preview again before creating the orders.',
  },
  import_blocked: /*i18n*/ { id: 'advice.import_blocked', message: 'Mend the file, or create only the ready ones.' },
  order_number_taken: /*i18n*/ {
    id: 'advice.order_number_taken',
    message: 'Choose another number, or open the existing order.',
  },
  carrier_refused: /*i18n*/ {
    id: 'advice.carrier_refused',
    message: 'Read its reason, correct the shipment and try again.',
  },
  carrier_unavailable: /*i18n*/ {
    id: 'advice.carrier_unavailable',
    message: 'Nothing was bought. Try again, or choose another carrier.',
  },
  no_labels: /*i18n*/ { id: 'advice.no_labels', message: 'Buy a label first.' },
  rate_limited: /*i18n*/ { id: 'advice.rate_limited', message: 'Wait a minute and try again.' },
  unavailable: /*i18n*/ { id: 'advice.unavailable', message: 'Try again in a moment; nothing was lost.' },
  internal: /*i18n*/ { id: 'advice.internal', message: 'Try again. If it stays, quote the reference to support.' },
  transport: /*i18n*/ {
    id: 'advice.transport',
    message: 'Check the connection and try again; nothing you typed is lost.',
  },
};

export const TRANSPORT_WORDS: Words = {
  network: /*i18n*/ { id: 'transport.network', message: 'Network Error' },
  aborted: /*i18n*/ { id: 'transport.aborted', message: 'Request aborted' },
  timeout: /*i18n*/ { id: 'transport.timeout', message: 'timeout exceeded' },
  cancelled: /*i18n*/ { id: 'transport.cancelled', message: 'Request Canceled.' },
  status: /*i18n*/ { id: 'transport.status', message: 'Request failed with status code {status}' },
  protocol: /*i18n*/ { id: 'transport.protocol', message: 'Unsupported protocol' },
};
