/** Apps that are registered at the simulator. The values are worth nothing anywhere else. */
export interface SimApp {
  readonly applicationId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

export const DEMO_APP: SimApp = {
  applicationId: 'amzn1.sp.solution.0a1b2c3d-simulator-only-demo',
  clientId: 'amzn1.application-oa2-client.0a1b2c3d4e5f60718293',
  clientSecret: 'amzn1.oa2-cs.v1.simulator-only-4d3c2b1a0f9e8d7c6b5a',
  name: 'ScanShip (demo)',
};

export const OTHER_APP: SimApp = {
  applicationId: 'amzn1.sp.solution.9f8e7d6c-simulator-only-other',
  clientId: 'amzn1.application-oa2-client.9f8e7d6c5b4a39281706',
  clientSecret: 'amzn1.oa2-cs.v1.simulator-only-a5b6c7d8e9f00112233',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
