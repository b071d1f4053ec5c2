/** What an operator enters once: the secret that shops' own secrets are made from. Worth nothing anywhere else. */
export const DEMO_APP = { clientSecret: 'simulator-only-deliveries-7c41e0' } as const;
