/**
 * The catalogue of expected outcomes: code, HTTP status, the sentence for the person and what to do next. The sentences
 * of product-spec section 8 are exact; screens translate by code for display only (decisions 1).
 */
export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  readonly advice?: string;
}

export const ERRORS = {
  bad_request: { status: 400, message: 'Bad Request' },
  validation: {
    status: 400,
    message: 'Some fields need another look.',
    advice: 'Correct the marked fields and try again.',
  },
  wrong_password: {
    status: 400,
    message: 'User name or password is wrong.',
    advice: 'Check both, or ask for a new password.',
  },
  user_name_taken: {
    status: 400,
    message: 'This user name is taken.',
    advice: 'Choose another one.',
  },
  weak_password: {
    status: 400,
    message: 'This password is too easy to guess.',
    advice: 'Use at least 10 characters, not your user name, and nothing on lists of common passwords.',
  },
  wrong_code: {
    status: 400,
    message: 'This code is not right.',
    advice: 'Check the newest e-mail, or ask for another code.',
  },
  code_expired: {
    status: 400,
    message: 'This code is not valid any more.',
    advice: 'Ask for another code.',
  },
  verification_failed: {
    status: 400,
    message: 'Token was expiered please verify again',
    advice: 'Sign in to get another code.',
  },
  reset_link_invalid: {
    status: 400,
    message: 'This link was used already or has expired.',
    advice: 'Ask for a new one.',
  },
  invitation_invalid: {
    status: 400,
    message: 'This invitation was used already, was withdrawn or has expired.',
    advice: 'Ask whoever invited you to send another one.',
  },
  sign_up_closed: {
    status: 403,
    message: 'New accounts are by invitation only.',
    advice: 'Ask the company that runs this site for an invitation.',
  },
  challenge_expired: {
    status: 400,
    message: 'This sign-in took too long.',
    advice: 'Start again with your user name and password.',
  },
  passkey_refused: {
    status: 400,
    message: 'This passkey was not accepted.',
    advice: 'Try again, or use another way to sign in.',
  },
  second_factor_required: {
    status: 403,
    message: 'Your company requires a second factor.',
    advice: 'Set up an authenticator app or a passkey to go on.',
  },
  session_locked: {
    status: 423,
    message: 'The screen is locked.',
    advice: 'Enter your password to go on.',
  },
  not_while_acting: {
    status: 403,
    message: 'This belongs to the person you act for.',
    advice: 'Go back to your own account first.',
  },
  wait_to_resend: {
    status: 429,
    message: 'A code was sent a moment ago.',
    advice: 'Wait until the time shown has passed, then ask again.',
  },
  wrong_tenant: {
    status: 400,
    message: 'This site belongs to another company.',
    advice: 'Open the address your company gave you.',
  },
  token_expired: { status: 401, message: 'The access token has expired.' },
  session_expired: { status: 401, message: 'Session expired', advice: 'Sign in again; what you typed is kept.' },
  unauthorized: { status: 401, message: 'Unauthorized access', advice: 'Sign in again.' },
  csrf: { status: 403, message: 'This page is out of date.', advice: 'Reload the page and try again.' },
  forbidden: {
    status: 403,
    message: 'Your role does not allow this.',
    advice: 'Ask an administrator of your company.',
  },
  not_found: {
    status: 404,
    message: 'This was not found.',
    advice: 'It may have been removed, or belong to somebody else.',
  },
  mail_not_taken: {
    status: 502,
    message: 'The mail server did not take the e-mail.',
    advice: 'Try again in a while; if it goes on, tell whoever runs the mail server.',
  },
  unknown_host: { status: 404, message: 'No site is set up under this address.', advice: 'Check the address.' },
  not_while_supporting: {
    status: 403,
    message: "Support may not do this in a customer's name.",
    advice:
      'Money, people, cards and connections are theirs to change: ask an administrator of the customer, or of the franchise.',
  },
  cannot_impersonate: {
    status: 409,
    message: 'This person cannot be acted for right now.',
    advice: 'Look whether the account, the company or the site is switched off.',
  },
  drawn_for_another: {
    status: 409,
    message: 'This page was opened for another person or company than this browser now works for.',
    advice: 'Nothing was done. Reload the page and check whom you work for before you try again.',
  },
  role_in_use: {
    status: 409,
    message: 'People have this role.',
    advice: 'Choose a role they get instead.',
  },
  group_in_use: {
    status: 409,
    message: 'Prices depend on this group.',
    advice: 'Put its customers into another group and switch its mark-ups off first.',
  },
  last_admin: {
    status: 409,
    message: 'Nobody would be left who can manage people and roles.',
    advice: 'Make somebody else an administrator first.',
  },
  plan_limit: {
    status: 409,
    message: 'The plan does not allow more of these.',
    advice: 'Remove one that is no longer needed, or ask for a larger plan.',
  },
  plan_past_due: {
    status: 409,
    message: 'The fee of your plan is overdue, and the days of grace are over.',
    advice: 'Pay it under Billing; labels can be bought again at once. Nothing of yours is lost.',
  },
  shipping_restricted: {
    status: 409,
    message: 'Shipping is stopped for your company.',
    advice: 'Ask the company you buy from. Nothing of yours is lost.',
  },
  terms_not_agreed: {
    status: 409,
    message: 'Agree to the terms first.',
    advice: 'Read them by the line above the page. You can look at everything, export it and pay meanwhile.',
  },
  picture_refused: {
    status: 422,
    message: 'This picture cannot be used.',
    advice: 'Use a PNG, JPEG, WebP, GIF, ICO or plain SVG of at most 2 MB and 4096 pixels.',
  },
  proof_missing: {
    status: 422,
    message: 'The record that proves ownership was not found.',
    advice: 'Add the record to the zone of the domain, wait until it is visible, and check again.',
  },
  stale_version: {
    status: 409,
    message: 'Somebody changed this meanwhile.',
    advice: 'Look at the new version and repeat your change.',
  },
  erasure_refused: {
    status: 409,
    message: 'This customer cannot be erased while something is open.',
    advice: 'Settle what is named, then ask again.',
  },
  erasure_waits: {
    status: 409,
    message: 'This customer is to be erased.',
    advice: 'Withdraw that first: it gives access back.',
  },
  move_refused: {
    status: 409,
    message: 'This customer cannot be moved while something is open.',
    advice: 'Settle what is named, then ask again.',
  },
  move_final: {
    status: 409,
    message: 'The move cannot be taken back: the customer has shipped at the other franchise, or has left it.',
    advice: 'Move it back as a move of its own.',
  },
  move_under_way: {
    status: 409,
    message: 'This customer is being carried over from one account to another.',
    advice: 'Wait until that has ended, then ask again.',
  },
  customer_moved: {
    status: 409,
    message: 'This customer moved to another franchise: it may not ship here any more.',
    advice: 'The platform’s operator can take the move back.',
  },
  claim_state: {
    status: 409,
    message: 'This claim is in another state by now.',
    advice: 'Look at it again.',
  },
  return_state: {
    status: 409,
    message: 'This return is in another state by now.',
    advice: 'Look at it again.',
  },
  below_cost: {
    status: 409,
    message: 'Labels would be sold below cost.',
    advice: 'Look at the worst cases, then change the mark-ups or publish them anyway.',
  },
  key_reused: {
    status: 409,
    message: 'This request was already made with other contents.',
    advice: 'Reload the page and try again.',
  },
  request_running: {
    status: 409,
    message: 'The same request is still being worked on.',
    advice: 'Wait a moment; the result will appear.',
  },
  already_allocated: {
    status: 409,
    message: 'These items already have a label.',
    advice: 'Open the order to see its shipments, or ask for an additional label.',
  },
  order_claimed: {
    status: 409,
    message: 'This order is being shipped by somebody else.',
    advice: 'Wait for the result, or choose another order.',
  },
  rate_expired: { status: 409, message: 'This rate has expired.', advice: 'Ask for rates again.' },
  order_not_shippable: {
    status: 409,
    message: 'This order cannot be shipped as it stands.',
    advice: 'Open the order to see why.',
  },
  cannot_cancel: {
    status: 409,
    message: 'This label cannot be cancelled.',
    advice: 'The reason stands beside the shipment.',
  },
  cannot_mark_lost: {
    status: 409,
    message: 'This shipment cannot be marked as lost.',
    advice: 'Only what was handed over and has no known end can be lost.',
  },
  exception_resolved: {
    status: 409,
    message: 'This is resolved already.',
    advice: 'Reload the list to see what is open.',
  },
  insufficient_funds: {
    status: 409,
    message: 'The balance does not cover this label.',
    advice: 'Add funds or raise the credit limit.',
  },
  card_declined: {
    status: 422,
    message: 'The bank declined the card.',
    advice: 'Nothing was taken. Use another card, or ask the bank why.',
  },
  no_card_provider: {
    status: 409,
    message: 'Payments by card are not set up here.',
    advice: 'Ask the company you buy from how to pay.',
  },
  card_provider_unavailable: {
    status: 503,
    message: 'The card provider cannot be reached right now.',
    advice: 'Nothing is charged twice. Look at your payments in a minute, then try again.',
  },
  address_incomplete: {
    status: 422,
    message: 'The address is not complete enough to ship.',
    advice: 'Correct the marked fields.',
  },
  no_ship_from: {
    status: 422,
    message: 'There is no ship-from address yet.',
    advice: 'Add one under Account settings.',
  },
  no_carrier: { status: 422, message: 'No carrier is connected yet.', advice: 'Connect one under Carriers.' },
  customs_incomplete: {
    status: 422,
    message: 'Customs details are missing.',
    advice: 'Fill in the marked item details.',
  },
  too_heavy: {
    status: 422,
    message: 'No carrier takes a parcel of this weight or size.',
    advice: 'Split it into several parcels.',
  },
  search_too_slow: {
    status: 422,
    message: 'This combination of filters takes too long to search.',
    advice: 'Narrow the dates, or remove a filter.',
  },
  file_unreadable: {
    status: 422,
    message: 'This file cannot be read as CSV or XLSX.',
    advice: 'Save it again as CSV (UTF-8) or XLSX.',
  },
  file_too_large: { status: 413, message: 'This file is too large.', advice: 'Split it into smaller files.' },
  import_changed: {
    status: 409,
    message: 'The file gives other results than the preview showed.',
    advice: 'Check the preview again before creating the orders.',
  },
  import_blocked: {
    status: 422,
    message: 'Some orders have errors.',
    advice: 'Mend the file, or create only the ready ones.',
  },
  order_number_taken: {
    status: 409,
    message: 'An order with this number exists already.',
    advice: 'Choose another number, or open the existing order.',
  },
  carrier_refused: {
    status: 422,
    message: 'The carrier refused the shipment.',
    advice: 'Read its reason, correct the shipment and try again.',
  },
  carrier_unavailable: {
    status: 503,
    message: 'The carrier cannot be reached right now.',
    advice: 'Nothing was bought. Try again, or choose another carrier.',
  },
  store_address_missing: {
    status: 422,
    message: 'Before syncing please add store address details in store branding',
    advice: 'Fill in the marked fields on the Branding tab of the store.',
  },
  store_taken: {
    status: 409,
    message: 'This shop is already connected to another account.',
    advice: 'Disconnect it there first, or ask your support.',
  },
  store_consent_used: {
    status: 409,
    message: 'This connection was already used, or has waited too long.',
    advice: 'Start connecting the store again.',
  },
  store_not_connected: {
    status: 409,
    message: 'This store is not connected.',
    advice: 'Connect it again first.',
  },
  store_refused: {
    status: 422,
    message: 'The store refused the connection.',
    advice: 'Check what you entered and try again.',
  },
  store_unavailable: {
    status: 503,
    message: 'The store cannot be reached right now.',
    advice: 'Try again in a moment; nothing was lost.',
  },
  not_cross_border: { status: 422, message: 'A commercial invoice is only for shipments that cross a border.' },
  files_unavailable: {
    status: 503,
    message: 'This file lies in a storage that cannot be reached right now.',
    advice: 'Try again in a minute. New labels are bought and printed as before.',
  },
  file_damaged: {
    status: 502,
    message: 'This file is not in the storage as it was stored, so it is not shown.',
    advice: 'Ask whoever runs this installation: they were told of it.',
  },
  no_labels: { status: 404, message: 'There are no labels to print.', advice: 'Buy a label first.' },
  pairing_invalid: {
    status: 403,
    message: 'This download was used already or has expired.',
    advice: 'Download the print agent again in the device manager.',
  },
  agent_not_built: {
    status: 404,
    message: 'There is no print agent for this system on this server.',
    advice: 'Whoever runs the server can build it: node scripts/build-agent.mjs.',
  },
  printer_settings_failed: { status: 422, message: 'Failed to save printer settings.' },
  print_job_settled: {
    status: 409,
    message: 'This print job is already past that.',
    advice: 'Look at its state now.',
  },
  print_content_gone: {
    status: 410,
    message: 'What was printed is not kept any more.',
    advice: 'Print it again from its order or shipment.',
  },
  rate_limited: { status: 429, message: 'Too many attempts.', advice: 'Wait a minute and try again.' },
  unavailable: {
    status: 503,
    message: 'The service is busy or restarting.',
    advice: 'Try again in a moment; nothing was lost.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side.',
    advice: 'Try again. If it stays, quote the reference to support.',
  },
} as const satisfies Record<string, ErrorEntry>;
export type ErrorCode = keyof typeof ERRORS;
