/**
 * What a carrier knows of the labels an account has made: a list by pages, for comparing it with what is known here
 * (decision 0375). It shows labels that cost money, or did; drafts and quotes are left out.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Money } from '@scanship/domain/money/money';

export interface LabelListInput {
  /** Labels made from this moment on; a carrier that counts in days lists the whole day. */
  readonly since: Date;
  /** Where the page before ended (its `next`); absent: the first page. */
  readonly cursor?: string | undefined;
  /** Labels a page at most; absent: as many as the carrier gives. */
  readonly size?: number | undefined;
}

/** Where a label goes, as far as the carrier's list tells; no name, so that nothing has to be erased later. */
export interface ListedPlace {
  readonly city?: string | undefined;
  readonly provinceCode?: string | undefined;
  readonly zipcode?: string | undefined;
  readonly countryCode?: string | undefined;
}

export interface ListedLabel {
  /** As of `ShipResult`. */
  readonly carrierShipmentId: string;
  readonly trackingNumbers: readonly string[];
  /** What was told as `ShipInput.reference`, where the list shows it; absent: made without one. */
  readonly reference?: string | undefined;
  /** ISO 8601 with offset. */
  readonly madeAt: string;
  /** `voided`: cancelled, or its refund was asked for. */
  readonly state: 'live' | 'voided';
  /** In the carrier's words. */
  readonly service?: string | undefined;
  readonly cost?: Money | undefined;
  readonly to?: ListedPlace | undefined;
  /** What the purchase's steps would have kept, for fetching its label and for voiding it. */
  readonly kept?: JsonObject | undefined;
}

export interface LabelPage {
  readonly labels: readonly ListedLabel[];
  /** Where the next page begins; absent: this was the last one. */
  readonly next?: string | undefined;
  /** Labels that could not be read, a sentence each: what is missing in the list then proves nothing. */
  readonly problems: readonly string[];
}
