/** What an operator enters once: the secret that shops' own keys are made from. Worth nothing anywhere else. */
export const DEMO_APP = { clientSecret: 'simulator-only-lightspeed-3d90b2' } as const;
