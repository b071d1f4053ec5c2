/** Failures between the app and the server in the words of product-spec section 8, and what to do next. */
import type { MessageDescriptor } from '@lingui/core';

export const TRANSPORT_WORDS: Readonly<
  Record<'network' | 'aborted' | 'timeout' | 'cancelled' | 'protocol', MessageDescriptor>
> = {
  network: /*i18n*/ { id: 'transport.network', message: 'Network Error' },
  aborted: /*i18n*/ { id: 'transport.aborted', message: 'Request aborted' },
  timeout: /*i18n*/ { id: 'transport.timeout', message: 'timeout exceeded' },
  cancelled: /*i18n*/ { id: 'transport.cancelled', message: 'Request Canceled.' },
  protocol: /*i18n*/ { id: 'transport.protocol', message: 'Unsupported protocol' },
};
export const STATUS_WORDS: MessageDescriptor = /*i18n*/ {
  id: 'transport.status',
  message: 'Request failed with status code {status}',
};
export const TRANSPORT_ADVICE: MessageDescriptor = /*i18n*/ {
  id: 'advice.transport',
  message: 'Check the connection and try again; nothing you typed is lost.',
};
export const UNFORESEEN: MessageDescriptor = /*i18n*/ { id: 'unforeseen', message: 'Something went wrong.' };
export const UNFORESEEN_ADVICE: MessageDescriptor = /*i18n*/ {
  id: 'advice.unforeseen',
  message: 'Try again. If it stays, reload the page; nothing you saved is lost.',
};
