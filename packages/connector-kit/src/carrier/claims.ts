/**
 * A claim for what a carrier lost or damaged, filed through its interface. Filing is stepped like a purchase: it is seen by others and
 * money follows it, so it is never repeated without a look-up.
 */
import type { Money } from '@scanship/domain/money/money';
import type { ClaimKind } from '@scanship/domain/shipping/claims';
import type { CarrierEnv } from '../environment.ts';
import type { SteppedOperation } from '../steps/steps.ts';

export interface ClaimInput {
  /** Ours, unique: 16 characters A-Z0-9, the same on every retry. */
  readonly reference: string;
  readonly trackingNumber: string;
  readonly carrierShipmentId: string;
  readonly kind: ClaimKind;
  /** The carrier says that it delivered the parcel: what is lost then was not received. */
  readonly delivered: boolean;
  readonly amount: Money;
  /** What happened, in the seller's words. */
  readonly description: string;
  /** Who is written to, and in whose name the money is asked for. */
  readonly contact: { readonly name: string; readonly email: string };
  /** PNG. Read when they are asked for: megabytes that no look-up needs. */
  readonly photos: () => Promise<readonly Uint8Array[]>;
  /** Addresses of the same photos, where the carrier fetches them; empty where it cannot reach us. */
  readonly photoAddresses: readonly string[];
  /** The claim with its evidence: value of the contents, scans, what the buyer said. PDF, drawn when it is asked for. */
  readonly paper: () => Promise<Uint8Array>;
}

export interface ClaimFiled {
  /** The carrier's number of it. */
  readonly claimNumber: string;
  /** What the carrier adds, a sentence each. */
  readonly messages: readonly string[];
}

export interface ClaimStanding {
  /** `asks`: the carrier waits for something, and says what in `message`. */
  readonly state: 'open' | 'asks' | 'accepted' | 'refused' | 'withdrawn';
  /** The carrier's words. */
  readonly message?: string | undefined;
  /** What it pays, where it accepted. */
  readonly approved?: Money | undefined;
}

export interface ClaimOperations {
  readonly file: SteppedOperation<ClaimInput, ClaimFiled>;
  /** What became of a claim, where the carrier can be asked; `manifest.claims.asked` says so. */
  state?(claim: NumberedClaim, env: CarrierEnv): Promise<ClaimStanding>;
}

/** A claim as the carrier knows it. People type its number too: one that is of another parcel is `refused`. */
export interface NumberedClaim {
  readonly claimNumber: string;
  readonly trackingNumber: string;
}

/** What a screen must know before it files; stands in the manifest. */
export interface ClaimTerms {
  /** Which claims the carrier takes here, and who pays: a sentence before the press. */
  readonly about: string;
  readonly kinds: readonly ClaimKind[];
  /** How photos go: their bytes with the claim, or addresses that the carrier's people open. */
  readonly photos: 'files' | 'addresses';
  /** Kinds that are not taken without a photo. */
  readonly photosFor: readonly ClaimKind[];
  /** The only currency of amounts; absent: any. */
  readonly currency?: string | undefined;
  /** It is not taken without a description. */
  readonly description: boolean;
  /** It writes to somebody. */
  readonly contact: boolean;
  /** It can be asked what became of a claim. */
  readonly asked: boolean;
}

/** Fields of the claim's page. */
export type ClaimField = 'kind' | 'amount' | 'note' | 'photos' | 'contact';

/** What the carrier would refuse the claim for, said at the field before anything is filed. Pure. */
export function claimMissing(
  name: string,
  terms: ClaimTerms,
  claim: {
    readonly kind: ClaimKind;
    readonly amount: Money;
    readonly note: string;
    readonly photos: number;
    readonly email: string;
  },
): readonly { readonly field: ClaimField; readonly message: string }[] {
  const { kind, amount } = claim;
  return [
    ...(terms.kinds.includes(kind)
      ? []
      : [{ field: 'kind' as const, message: `${name} takes no claim of this kind here; file it on paper.` }]),
    ...(amount.minor > 0 ? [] : [{ field: 'amount' as const, message: 'Enter the amount claimed.' }]),
    ...(terms.currency === undefined || terms.currency === amount.currency
      ? []
      : [{ field: 'amount' as const, message: `${name} takes amounts in ${terms.currency} only.` }]),
    ...(terms.description && claim.note.trim() === ''
      ? [{ field: 'note' as const, message: `${name} wants to know what happened.` }]
      : []),
    ...(terms.photosFor.includes(kind) && claim.photos === 0
      ? [{ field: 'photos' as const, message: `${name} wants a photo of what is claimed.` }]
      : []),
    ...(terms.contact && claim.email === ''
      ? [{ field: 'contact' as const, message: `${name} writes to your e-mail address, and your account has none.` }]
      : []),
  ];
}
