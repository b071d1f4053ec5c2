/** Apps that are registered at the simulator. The values are worth nothing anywhere else. */
import type { SimApp } from './model.ts';

export const DEMO_APP: SimApp = {
  clientId: 'scanship-demo-app',
  clientSecret: 'shpss_simulator_only_4f6d1c',
  name: 'ScanShip (demo)',
};

/** Another franchise's own app. */
export const OTHER_APP: SimApp = {
  clientId: 'other-brand-app',
  clientSecret: 'shpss_simulator_only_9b20ae',
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
