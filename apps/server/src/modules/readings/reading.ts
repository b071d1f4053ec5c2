/** What was made of one answer of a vendor, as its reader says it. */

export const READ_OPERATIONS = ['rate', 'track', 'orders'] as const;
export type ReadOperation = (typeof READ_OPERATIONS)[number];
/** `part`: prices with charges that are not named, events of an unknown kind. `left-out`: what became a message. */
export const READ_KINDS = ['whole', 'part', 'left-out', 'unreadable'] as const;
export type ReadKind = (typeof READ_KINDS)[number];

/** One answer: what was understood, in words what was only in part or not at all, or why the whole could not be read. */
export type Reading =
  | { readonly whole: number; readonly part?: readonly string[] | undefined; readonly leftOut: readonly string[] }
  | { readonly unreadable: string };

/** The account that was answered; `slug` of its carrier or platform. */
export interface ReadOf {
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly slug: string;
}

/** Takes note at once and stores it in a moment; never throws. */
export type CountReading = (of: ReadOf, operation: ReadOperation, reading: Reading) => void;
