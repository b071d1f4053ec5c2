/** What an operator enters once: the secret that sellers' own secrets are made from. Worth nothing anywhere else. */
export const DEMO_APP = { clientSecret: 'simulator-only-deliveries-4b19c7' } as const;
