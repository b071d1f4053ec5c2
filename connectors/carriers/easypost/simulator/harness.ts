/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, sampleClaim, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';
import { claimCases } from './own-claims.ts';
import { pickupCases, pickupWish, pushSample } from './own-pickups.ts';
import { domestic } from './places.ts';

export const crossBorder = canadaToUnitedStates;
export { domestic, pickupWish, withinCanada };

const KEY = 'EZTKalphaEasyPostKey0001';

/** As a seller who insures labels at EasyPost does it: its claims are on nothing else. */
export async function insure(address: string, shipmentId: string): Promise<void> {
  const answer = await fetch(`${address}/v2/shipments/${shipmentId}/insure`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: '100.00' }),
  });
  if (!answer.ok) throw new Error(`the simulator did not insure ${shipmentId}: ${answer.status}`);
  await answer.body?.cancel();
}

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'easypost-alpha', credentials: { apiKey: KEY } },
  otherAccount: { id: 'easypost-beta', credentials: { apiKey: 'EZTKbetaEasyPostKey00002' } },
  wrongCredentials: { apiKey: 'EZTKnobodysEasyPostKey03' },
  service: 'USPS.GroundAdvantage',
  domestic,
  crossBorder: { service: 'UPSDAP.UPSStandard', shipment: crossBorder },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, address1: '20 Receiver Stret' },
    unknown: { ...domestic.to, address1: '9999 Nowhere Lane' },
  },
  returned: {
    service: 'USPS.GroundAdvantage',
    shipment: { ...domestic, from: domestic.to, to: domestic.from, return: {} },
  },
  pickup: pickupWish,
  push: pushSample,
  claim: { input: sampleClaim, prepare: insure },
  ownCases: [...ownCases(domestic, crossBorder), ...pickupCases, ...claimCases],
};
