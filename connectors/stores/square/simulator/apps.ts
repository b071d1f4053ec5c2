/** Apps that are registered at the simulator. The values are worth nothing anywhere else. */
export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the app's webhook subscription. */
  readonly signatureKey: string;
  readonly name: string;
}

export const DEMO_APP: SimApp = {
  clientId: 'sq0idp-simulator-only-demo',
  clientSecret: 'sq0csp-simulator-only-4f6d1c',
  signatureKey: 'simulator-only-hook-key-demo',
  name: 'ScanShip (demo)',
};

/** Another franchise's own app. */
export const OTHER_APP: SimApp = {
  clientId: 'sq0idp-simulator-only-other',
  clientSecret: 'sq0csp-simulator-only-9b20ae',
  signatureKey: 'simulator-only-hook-key-other',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
