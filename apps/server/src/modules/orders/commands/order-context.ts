/** What the order commands need to know about who acts; a request's context fits, and so does a background worker's. */
export interface OrderContext {
  readonly tenantId: string;
  /** Absent when no person acts (a recovered purchase, a sync). */
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  /** Who acts in the person's name, outermost first; absent or empty: the person themselves. */
  readonly actors?:
    | readonly { readonly fullName: string; readonly userName: string; readonly tenantName: string }[]
    | undefined;
  /** The same as words already ("Ann Root, ScanShip"), where the session is over by the time it happens. */
  readonly actedBy?: string | null | undefined;
}
