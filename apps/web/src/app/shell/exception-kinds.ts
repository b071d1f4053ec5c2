import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ExceptionKind } from '@scanship/contracts/shipping/exceptions';

export const KIND_WORDS: Readonly<Record<ExceptionKind, MessageDescriptor>> = {
  purchase: msg`Purchases`,
  void: msg`Cancellations`,
  push: msg`Store updates`,
  store: msg`Stores`,
  refund: msg`Refunds`,
  tracking: msg`Parcels`,
  import: msg`Imports`,
  carrier: msg`Carriers`,
  pickup: msg`Pickups`,
  'end-of-day': msg`End of day`,
  print: msg`Printing`,
  claim: msg`Claims`,
};
