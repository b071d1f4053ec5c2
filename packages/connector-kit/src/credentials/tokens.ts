/** Access tokens of a credential, fetched once for all callers (single flight) and kept until shortly before they expire. */
export interface AccessToken {
  readonly value: string;
  readonly expiresAt: Date;
}

export interface TokenSource {
  /**
   * The cached token, or the one `fetch` gets. Eight callers with an expired token make one `fetch`.
   * @param name distinguishes several tokens of one credential ("oauth", "payment")
   */
  get(name: string, fetch: () => Promise<AccessToken>): Promise<string>;
  /** Forgets a token the vendor refused; only the given value, so that a late refusal cannot drop a fresh one. */
  drop(name: string, value: string): void;
}
