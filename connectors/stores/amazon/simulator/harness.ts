/** What the acceptance suite needs of this connector: our app and sellers of the simulators, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { manifest as canada } from '../src/manifest-ca.ts';
import type { AmazonManifest } from '../src/manifest-family.ts';
import { manifest as unitedStates } from '../src/manifest-us.ts';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';
import { playerOf } from './player.ts';

export const createPlayerCa = playerOf('amazon-ca');
export const createPlayerUs = playerOf('amazon-us');

const samplesOf = (manifest: AmazonManifest): StoreSamples => {
  const { country } = manifest.marketplace;
  const account = `A1MAPLE${country}00001`;
  return {
    settings: {},
    app: {
      applicationId: DEMO_APP.applicationId,
      clientId: DEMO_APP.clientId,
      clientSecret: DEMO_APP.clientSecret,
    },
    account,
    otherAccount: `A2BIRCH${country}00002`,
    badAccounts: ['a b', account.toLowerCase(), `${account}/x`, '../x', `${account}\n`, '-x', 'user@host', 'A1'],
    lacks: ['line-weights', 'customs'],
    ownCases: ownCases(manifest, account),
  };
};

export const samplesCa: StoreSamples = samplesOf(canada);
export const samplesUs: StoreSamples = samplesOf(unitedStates);
