/** What an operator enters once: the secret that accounts' own tokens are made from. Worth nothing anywhere else. */
export const DEMO_APP = { clientSecret: 'simulator-only-cin7-8fd04e2b91' } as const;
