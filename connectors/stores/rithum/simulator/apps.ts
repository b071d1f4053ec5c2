/** Apps that are registered at the simulator. The values are worth nothing anywhere else. */
export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

export const DEMO_APP: SimApp = {
  clientId: 'rithum-simulator-demo-app',
  clientSecret: 'rithum-simulator-only-71c0de',
  name: 'ScanShip (demo)',
};

/** Another franchise's own app. */
export const OTHER_APP: SimApp = {
  clientId: 'rithum-simulator-other-app',
  clientSecret: 'rithum-simulator-only-0b5e2a',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
