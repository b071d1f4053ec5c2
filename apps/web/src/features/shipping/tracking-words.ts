import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import type { Tone } from '../../ui/Badge.tsx';

export const TRACKING_WORDS: Readonly<Record<TrackingStatus, MessageDescriptor>> = {
  unknown: msg`No news yet`,
  'label-created': msg`Label created`,
  'handed-over': msg`Handed over`,
  accepted: msg`Accepted by the carrier`,
  'in-transit': msg`In transit`,
  customs: msg`At customs`,
  'out-for-delivery': msg`Out for delivery`,
  'available-for-pickup': msg`Ready for pick-up`,
  exception: msg`Problem on the way`,
  returning: msg`Coming back`,
  returned: msg`Came back`,
  delivered: msg`Delivered`,
};
export const TRACKING_TONES: Readonly<Record<TrackingStatus, Tone>> = {
  unknown: 'plain',
  'label-created': 'plain',
  'handed-over': 'info',
  accepted: 'info',
  'in-transit': 'info',
  customs: 'violet',
  'out-for-delivery': 'violet',
  'available-for-pickup': 'warn',
  exception: 'bad',
  returning: 'warn',
  returned: 'warn',
  delivered: 'good',
};
