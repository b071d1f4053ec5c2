/** What an operator enters once: the secret that accounts' own keys are made from. Worth nothing anywhere else. */
export const DEMO_APP = { clientSecret: 'simulator-only-ship-hero-91d04e' } as const;
