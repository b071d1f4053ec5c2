import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Act } from '@scanship/contracts/shipping/exceptions';

export const ACT_WORDS: Readonly<Record<Act, MessageDescriptor>> = {
  'ask-again': msg`Ask again`,
  'cancel-again': msg`Cancel again`,
  'retry-push': msg`Notify the store again`,
  'push-done': msg`The store has it`,
  'sync-store': msg`Sync now`,
  'test-carrier': msg`Test the connection`,
  'refund-received': msg`The refund has arrived`,
  'refund-refused': msg`There is no refund`,
  'refund-wait': msg`Wait longer`,
  'refresh-tracking': msg`Ask the carrier now`,
  'mark-handled': msg`Mark as handled`,
  'print-again': msg`Print again`,
  'did-print': msg`It did print`,
};
