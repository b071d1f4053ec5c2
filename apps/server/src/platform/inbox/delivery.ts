/** A delivery of another system, and what came of it. */

/** A verified delivery to be stored. */
export interface NewDelivery {
  /** "family:slug" ("carrier:ups", "store:shopify"); the family names who works it off. */
  readonly slug: string;
  /** Unique per delivery within its slug; a repeat carries the same. At most 200 characters. */
  readonly deliveryKey: string;
  readonly topic?: string | undefined;
  /** Only what is needed to understand the body. Signatures and secrets stay out. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: Uint8Array;
  /** Whose it is, where verifying has shown it. */
  readonly tenantId?: string | undefined;
  readonly storeId?: string | undefined;
  /** The other system's name of the account or shop. */
  readonly externalAccount?: string | undefined;
  readonly mode?: 'live' | 'sandbox' | 'simulator' | undefined;
}

export interface StoredDelivery extends NewDelivery {
  readonly id: string;
  readonly receivedAt: Date;
  /** How often it was begun, this time included. */
  readonly attempt: number;
}

export type Verdict =
  | { readonly kind: 'done'; readonly tenantId?: string | undefined; readonly storeId?: string | undefined }
  /** Understood, and nothing to do. */
  | { readonly kind: 'ignored'; readonly why: string }
  /** Not yet (the record it names is not there yet): again after this time. Counts as a try. */
  | { readonly kind: 'later'; readonly inMs: number; readonly why: string }
  /** Will never be understood. */
  | { readonly kind: 'failed'; readonly why: string };
