/** Key sets that are registered at the simulator. The values are worth nothing anywhere else. */
export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ruName: string;
  readonly verificationToken: string;
  readonly name: string;
}

export const DEMO_APP: SimApp = {
  clientId: 'ScanShip-demo-SIM-0a1b2c3d4-5e6f7a8b',
  clientSecret: 'SIM-0a1b2c3d4e5f-simulator-only-77c1',
  ruName: 'ScanShip-ScanShip-demo-redirect',
  verificationToken: 'simulator-only_0123456789abcdef0123456789',
  name: 'ScanShip (demo)',
};

export const OTHER_APP: SimApp = {
  clientId: 'Other-brand-SIM-9f8e7d6c5-4b3a2918',
  clientSecret: 'SIM-9f8e7d6c5b4a-simulator-only-20ae',
  ruName: 'Other-Other-brand-redirect',
  verificationToken: 'simulator-only_fedcba9876543210fedcba9876',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
