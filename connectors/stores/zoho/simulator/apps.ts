/** Apps that are registered at the simulator. The values are worth nothing anywhere else. */
export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

export const DEMO_APP: SimApp = {
  clientId: '1000.ZOHOSIMULATORONLYDEMO',
  clientSecret: 'zoho-simulator-only-4f6d1c',
  name: 'ScanShip (demo)',
};

/** Another franchise's own app. */
export const OTHER_APP: SimApp = {
  clientId: '1000.ZOHOSIMULATORONLYOTHER',
  clientSecret: 'zoho-simulator-only-9b20ae',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
