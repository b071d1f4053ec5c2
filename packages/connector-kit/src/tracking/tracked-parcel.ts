/** What a carrier tells of one parcel. */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

export interface CarrierTrackingEvent {
  /** ISO 8601 with offset where the carrier gives one; local time with `zone` else, or at a `place` that names its zone. */
  readonly occurredAt: string;
  /** IANA zone, offset, or an abbreviation ("EDT"). */
  readonly zone?: string | undefined;
  readonly status: TrackingStatus;
  readonly code: string;
  readonly text: string;
  /** "Vancouver, BC": with the province or state, and the country where the carrier has it ("Atlanta, GA, US"). */
  readonly place?: string | undefined;
}

export interface TrackedParcel {
  readonly trackingNumber: string;
  readonly events: readonly CarrierTrackingEvent[];
  /** YYYY-MM-DD, or an instant with offset. */
  readonly estimatedDelivery?: string | undefined;
  /** Events that could not be understood, one message each. */
  readonly problems: readonly string[];
}
