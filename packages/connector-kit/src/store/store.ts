/**
 * The interface every store connector implements: a manifest (data) and operations (functions that take their HTTP in).
 * Orders and products come in page by page with a cursor the caller stores; what goes out (fulfilment, its withdrawal)
 * is a stepped operation, so that a repeat after a crash never mails a buyer twice.
 */
import type { VendorEnd } from '../vendor-end.ts';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { RefundLine, RefundOffer, TaxedMinor } from '@scanship/domain/stores/refund';
import type { StoreOrder, StoreProduct } from '@scanship/domain/stores/store-order';
import type { CredentialField, KeySource, RegistrationGuide } from '../credentials/credential-fields.ts';
import type { ConnectorMode } from '../environment.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import type { ConnectEnv, DeliveryEnv, StoreEnv } from './store-environment.ts';

export interface StoreCapabilities {
  readonly orders: boolean;
  readonly products: boolean;
  readonly locations: boolean;
  readonly fulfil: boolean;
  /** Part of an order may be reported shipped. */
  readonly partialFulfilment: boolean;
  /** One report may name several tracking numbers; without it each parcel is a report of its own. */
  readonly severalParcels: boolean;
  /** A reported fulfilment can be taken back. */
  readonly withdraw: boolean;
  readonly webhooks: boolean;
  /** The platform is told when the seller disconnects. */
  readonly disconnect: boolean;
  /** The platform pays a buyer back when it is told to (absent: it has no call for that). */
  readonly refund?: boolean | undefined;
  /** A refund may put its units back into the platform's stock. */
  readonly restock?: boolean | undefined;
  /** The platform writes to the buyer of a refund when it is told to, and only then. */
  readonly refundNotice?: boolean | undefined;
}

export interface StoreManifest {
  /** Code of `@scanship/domain/stores/store-platforms` ("shopify"). */
  readonly code: string;
  readonly name: string;
  readonly maturity: 'own' | 'contract' | 'samples';
  /** Version of the platform's interface it was written for ("Admin API 2026-10"). */
  readonly contractVersion?: string | undefined;
  /** Where the platform has published that the interface ends. */
  readonly ends?: VendorEnd | undefined;
  /** `redirect`: the seller consents at the platform; `credentials`: keys are typed in. */
  readonly connect: 'redirect' | 'credentials';
  /**
   * When the store's id is known. `before` consent (a shop address that is typed in; absent means this); with the browser's
   * `return`; or only once the code or the keys were `exchange`d, because the platform names the store then.
   */
  readonly accountKnown?: 'before' | 'return' | 'exchange' | undefined;
  /** The platform signs what it sends the browser back with (absent: it does). Without, our own signed state is the proof. */
  readonly returnSigned?: boolean | undefined;
  /** What comes back opens access more than once (an installation's id, not a code). */
  readonly codeTwice?: boolean | undefined;
  /** What comes back is good for minutes only: it is exchanged when the browser returns, before anybody has to sign in. */
  readonly exchangeAtOnce?: boolean | undefined;
  /** What the seller needs at the platform first. */
  readonly keys: KeySource;
  /** What the seller gives: before the redirect (shop address) or as keys. The one with `name: "account"` names the store. */
  readonly fields: readonly CredentialField[];
  /** What our registration at the platform needs ("clientId", "clientSecret"); the operator fills it in. */
  readonly appFields: readonly CredentialField[];
  /** How the app is registered at the platform; absent where all its fields are of our own making. */
  readonly registration?: RegistrationGuide | undefined;
  readonly capabilities: StoreCapabilities;
  /** A store's id in whole ("[a-z0-9][a-z0-9-]*\\.myshopify\\.com"); checked before it becomes part of an address. */
  readonly accountPattern: string;
  /** What every store's id ends in where people leave it out (".myshopify.com"). */
  readonly accountEnding?: string | undefined;
  /**
   * Base addresses; `{account}` is replaced by the store's id. The simulator's own address comes first in mode
   * `simulator`, followed by `simulatorPath`.
   */
  readonly endpoints: Readonly<Partial<Record<Exclude<ConnectorMode, 'simulator'>, string>>>;
  readonly simulatorPath: string;
  /** Slug of its simulator, where that is not the platform's code (a carrier of the same name has it already). */
  readonly simulatorSlug?: string | undefined;
  /** Hosts the browser may be sent to for consent, as patterns in whole; nothing else is ever a redirect target. */
  readonly consentHosts: readonly string[];
  readonly hosts?: readonly string[] | undefined;
  /**
   * Calls the platform allows. `store` (when absent): each store has a budget of its own; `app`: all stores of one app
   * registration share one, in all processes.
   */
  readonly quota: { readonly calls: number; readonly perMs: number; readonly scope?: 'store' | 'app' | undefined };
  readonly deadlineMs: { readonly page: number; readonly push: number; readonly other: number };
  /** How often to ask where no webhook tells, and how far back each question reaches over the last one. */
  readonly sync: {
    readonly ordersEveryMs: number;
    readonly productsEveryMs: number;
    readonly overlapMs: number;
    /** How far back the platform shows orders, and the sentence that says so; absent: no limit known. */
    readonly history?: { readonly days: number; readonly note: string } | undefined;
  };
  /**
   * How long the platform lets apps keep what names a buyer, counted from the day everything of an order was shipped or the
   * order was cancelled; afterwards the server erases it and shows the sentence. Absent: no limit but the law's.
   */
  readonly personalData?: { readonly keepDays: number; readonly after: 'shipment'; readonly note: string } | undefined;
}

/** What is kept of a store that was let in. */
export interface ConnectedStore {
  readonly externalAccount: string;
  readonly name: string;
  /** Sealed by the caller. `accessToken`, with `accessExpiresAt` (ISO instant) where access ends by itself. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
  readonly address?: Partial<Address> | undefined;
  readonly currency?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly weightUnit?: 'g' | 'kg' | 'oz' | 'lb' | undefined;
  /** What is missing for full use (a scope not granted), one sentence each. */
  readonly problems: readonly string[];
}

export interface BeginInput {
  /** Empty unless the manifest says the store is known `before`. */
  readonly externalAccount: string;
  /** Signed by the caller; comes back untouched. */
  readonly state: string;
  readonly redirectUri: string;
  /** Where consent pages stand in mode `simulator` (under our own port), without a trailing slash; undefined else. */
  readonly simulatorConsent?: string | undefined;
}

export interface RedirectAuthorisation {
  /** Whole address of the platform's consent page. Pure. */
  begin(input: BeginInput, app: Readonly<Record<string, string>>): string;
  /**
   * Where a start at the platform's own store of apps is confirmed: the address its parameters name, with our state added, and
   * the store they are about. Undefined when the parameters are no such start. The caller checks the address like that of
   * `begin`. Pure.
   */
  confirmStart?(
    vendor: Readonly<Record<string, string>>,
    input: BeginInput,
  ): { readonly address: string; readonly externalAccount: string } | undefined;
  /**
   * Who a request is about that the platform sent the browser with: an install link, or the return from consent. Where the
   * platform signs, the signature is checked first. `externalAccount` is empty where it is known only after the `exchange`;
   * `code` is what `complete` needs and empty in an install link.
   * @throws ConnectorError `refused` when the signature or the account's form is wrong
   */
  checkEntry(
    query: Readonly<Record<string, string>>,
    app: Readonly<Record<string, string>>,
    now: Date,
  ): { readonly externalAccount: string; readonly code: string };
  /**
   * Exchanges the code; asks who the store is.
   * @param input.state as `begin` got it: a code verifier can be derived from it and the app's secret
   */
  complete(
    input: { readonly code: string; readonly redirectUri: string; readonly state: string },
    env: ConnectEnv,
  ): Promise<ConnectedStore>;
}

export interface PullInput {
  /** Where the last page of this pull ended; absent for its first page. */
  readonly cursor?: JsonObject | undefined;
  /** Changed at or after (the overlap is already taken off); absent: everything the platform shows. */
  readonly since?: Date | undefined;
}

/** What of a page could not be understood. */
export interface PullProblem {
  readonly externalId?: string | undefined;
  readonly message: string;
  /** The item as the platform answered it, where it was left out for this; it names people. */
  readonly raw?: unknown;
}

export interface PullPage<T> {
  readonly items: readonly T[];
  /** Items that could not be understood, one message each; the others are beside them. */
  readonly problems: readonly PullProblem[];
  /** Absent on the last page. */
  readonly next?: JsonObject | undefined;
  /** How many the whole pull has, where the platform says so. */
  readonly total?: number | undefined;
}

export interface StoreLocation {
  readonly externalId: string;
  readonly name: string;
  readonly address: Partial<Address>;
  readonly active: boolean;
}

export interface FulfilledLine {
  readonly externalLineId: string;
  readonly group?: string | undefined;
  readonly quantity: number;
}

export interface FulfilInput {
  readonly externalOrderId: string;
  readonly lines: readonly FulfilledLine[];
  readonly parcels: readonly {
    readonly trackingNumber: string;
    readonly trackingUrl?: string | undefined;
  }[];
  /** Our slug and the name people know. */
  readonly carrier: { readonly slug: string; readonly name: string };
  /** The addresses are of the seller's own tracking page, which buyers are to be shown whatever the platform knows of the carrier. */
  readonly ownPage?: boolean | undefined;
  readonly notifyBuyer: boolean;
  /** Our unique reference of this push, the same on every retry. */
  readonly reference: string;
}

export interface FulfilResult {
  /** The platform's ids of what was made; `withdraw` and `update` need them. */
  readonly fulfilmentIds: readonly string[];
}

export interface WithdrawInput {
  readonly externalOrderId: string;
  readonly fulfilmentIds: readonly string[];
  readonly reference: string;
}

export type WithdrawResult = Record<string, never>;

export interface RefundInput {
  readonly externalOrderId: string;
  /** Units that came back, with what is paid for them. Without money all amounts are 0 and units are restocked only. */
  readonly lines: readonly RefundLine[];
  readonly shipping: TaxedMinor;
  readonly totalMinor: number;
  readonly currency: string;
  /** For the platform's own records ("Return 1042-R1: It does not fit"). */
  readonly reason: string;
  readonly notifyBuyer: boolean;
  /** Of this return: the same for all attempts, so that one that took effect is found. Letters, digits and hyphens. */
  readonly reference: string;
  /** From 1; a new one after the platform refused, because the seller may have changed the amounts. */
  readonly attempt: number;
  /**
   * The database went back since this moment (ISO), so this refund may have been made and forgotten: what the platform has of the order
   * is not another's only because it is there already. The return may be one made again, so that even a reference of ours is another
   * than it was. Absent: nothing was forgotten.
   */
  readonly perhapsSince?: string | undefined;
  /** Ids of refunds of the order that are not this one: of other returns, or seen by a person who says so. */
  readonly others?: readonly string[] | undefined;
}

export interface RefundOfferInput {
  readonly externalOrderId: string;
  readonly externalLineIds: readonly string[];
  /** False: goods are put back into stock, and no money goes back. */
  readonly money?: boolean | undefined;
}

/** `vendorCode` of a refusal after which the buyer may have the money all the same: a person looks before it is tried again. */
export const PERHAPS_PAID = 'perhaps-paid';

export interface RefundResult {
  readonly refundIds: readonly string[];
}

/** A delivery as it arrived, before anything is believed. Header names in lower case. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whole address it was sent to, as `subscribe` got it: some platforms sign it with the body. */
  readonly address: string;
  /**
   * Parameters of the address, for platforms that sign nothing: `subscribe` added to it what only they and we know. Absent: there
   * were none.
   */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

export interface VerifiedDelivery {
  /** Unique per delivery; a repeat carries the same. */
  readonly deliveryKey: string;
  /** The store it is about; `EVERY_STORE` for news about a buyer, which names none. */
  readonly externalAccount: string;
  readonly topic: string;
}

/** In place of a store's id: the delivery concerns every store connected with this app. */
export const EVERY_STORE = '';

/** What a verified delivery asks for. */
export type DeliveryMeaning =
  /** These orders or products changed: ask for them. Without ids: something changed, a pull finds out what. */
  | { readonly kind: 'changed'; readonly what: 'orders' | 'products'; readonly externalIds: readonly string[] }
  /** The seller removed our app; access is dead already. */
  | { readonly kind: 'disconnected' }
  /** Personal data of a buyer, or of the whole store, must go. */
  | { readonly kind: 'redact'; readonly scope: 'customer' | 'store'; readonly externalOrderIds: readonly string[] }
  /** The platform forgets this buyer: personal data goes from every order of any store that names one of these ids. */
  | { readonly kind: 'redact-buyer'; readonly externalBuyerIds: readonly string[] }
  | { readonly kind: 'data-request'; readonly externalOrderIds: readonly string[] }
  | { readonly kind: 'nothing'; readonly why: string };

export interface Subscribed {
  /** In words. */
  readonly problems: readonly string[];
  /**
   * What must be known later and is shown now alone (the secret of a webhook). The caller seals it into the store's credentials
   * beside what is there; nothing of it may have the name of something that `complete`, `connect` or `renew` give.
   */
  readonly keep?: Readonly<Record<string, string>> | undefined;
}

export interface StoreWebhooks {
  /**
   * Lets the platform call us; repeatable: what is subscribed already stays one subscription. What is subscribed and was not kept
   * (`env.credentials`), because an answer was lost or the store was connected anew, is subscribed to anew.
   * Absent where the operator enters our address once at the platform, for all stores of the app.
   */
  subscribe?(input: { readonly address: string }, env: StoreEnv): Promise<Subscribed>;
  /**
   * Answers at once, or a promise where a key of the platform has to be fetched first (`env.keys`) or a secret of the store is
   * needed (`env.storesOf`).
   * @throws ConnectorError `refused` when the signature is wrong or a header is missing (constant time); any other kind when
   * it could not be told now, so that the sender tries again
   */
  verify(
    delivery: Delivery,
    app: Readonly<Record<string, string>>,
    env: DeliveryEnv,
  ): VerifiedDelivery | Promise<VerifiedDelivery>;
  /**
   * A GET with which the platform proves that the address is ours: the JSON to answer, or undefined when it is no such
   * question or not for this app. Pure.
   * @param address whole, without the query
   */
  challenge?(
    question: { readonly query: Readonly<Record<string, string>>; readonly address: string },
    app: Readonly<Record<string, string>>,
  ): JsonObject | undefined;
  /** @throws ConnectorError `vendor-broken` when the body cannot be understood. */
  understand(topic: string, body: Uint8Array): DeliveryMeaning;
}

/** Reads what arrives, whoever had it sent. */
export type DeliveryReader = Omit<StoreWebhooks, 'subscribe'>;

export interface Store {
  readonly manifest: StoreManifest;
  readonly authorise?: RedirectAuthorisation;
  /** Typed-in keys: tries them and asks who the store is. */
  connect?(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore>;
  /**
   * New access from what is kept (a rotating refresh token). The caller holds the lock and stores the answer before anyone
   * uses it. @throws ConnectorError `not-authorised` when the seller must consent again
   */
  renew?(env: ConnectEnv): Promise<Readonly<Record<string, string>>>;
  testConnection(env: StoreEnv): Promise<{ readonly message: string; readonly accountName?: string | undefined }>;
  orders?(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>>;
  /** Named orders, for deliveries and "sync this order"; those that do not exist are left out. */
  ordersById?(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>>;
  products?(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>>;
  locations?(env: StoreEnv): Promise<readonly StoreLocation[]>;
  readonly fulfil?: SteppedOperation<FulfilInput, FulfilResult, StoreEnv>;
  readonly withdraw?: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv>;
  /** What may still be refunded of these lines, of shipping and in all. Reads only. */
  refundOffer?(input: RefundOfferInput, env: StoreEnv): Promise<RefundOffer>;
  /** Pays a buyer back, restocks, or both. The first step looks whether it was done before. */
  readonly refund?: SteppedOperation<RefundInput, RefundResult, StoreEnv>;
  readonly webhooks?: StoreWebhooks;
  /**
   * What arrives without being subscribed to for a store and tells nothing of its orders (a buyer is to be forgotten); for
   * platforms without `webhooks`.
   */
  readonly notices?: DeliveryReader;
  /** Tells the platform that we are gone. */
  disconnect?(env: StoreEnv): Promise<void>;
}
