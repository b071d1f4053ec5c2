/** The developer key that is known to the simulator. The values are worth nothing anywhere else. */
export const DEMO_APP = {
  developerKey: '0d1e2f30-0000-4000-8000-0000000000aa',
  password: 'rithum-soap-simulator-only-5b1',
} as const;
