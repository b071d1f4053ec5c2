/** One carrier connector through the conformance suite, at its simulator; ends with what was checked, capability by capability. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { carrierConformance, offers } from '@scanship/connector-kit/conformance/conformance';
import {
  CONFORMANCE_OPERATIONS,
  type ConnectorSamples,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { CARRIER_OPERATIONS } from '@scanship/domain/shipping/carrier-operations';
import type { Simulator } from '@scanship/simulator-kit/simulator';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, afterEach, describe, it } from 'vitest';
import { noteEvidence } from '../support/carrier-evidence.ts';
import { harnessSimulator } from './harness-simulator.ts';
import { createTally } from './tally.ts';

export interface CarrierUnderTest {
  readonly carrier: Carrier;
  readonly samples: ConnectorSamples;
  /** Absent for a connector that calls nobody. */
  readonly simulator?: Simulator;
}

function noteOperations(carrier: Carrier): void {
  const { slug, notOffered } = carrier.manifest;
  for (const operation of CARRIER_OPERATIONS)
    noteEvidence(slug, operation, { offered: offers(carrier, operation), why: notOffered?.[operation] });
  if (carrier.ship) noteEvidence(slug, 'ship', { recovery: carrier.ship.recovery });
  if (carrier.cancel) noteEvidence(slug, 'cancel', { recovery: carrier.cancel.recovery });
  if (carrier.pickup) noteEvidence(slug, 'pickup', { recovery: carrier.pickup.book.recovery });
  if (carrier.endOfDay) noteEvidence(slug, 'endOfDay', { recovery: carrier.endOfDay.recovery });
}

/** Registers the carrier's cases as tests of the calling file. */
export async function carrierCases({ carrier, samples, simulator }: CarrierUnderTest): Promise<void> {
  const { slug } = carrier.manifest;
  const dataDir = mkdtempSync(join(tmpdir(), 'carrier-conformance-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir,
    simulators: simulator ? { [slug]: () => Promise.resolve(simulator) } : {},
  });
  const harness: Harness = { samples, simulator: simulator && harnessSimulator(host, slug) };
  const tally = createTally(slug, ['manifest', ...CONFORMANCE_OPERATIONS]);
  noteOperations(carrier);
  afterAll(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true });
    tally.print();
  });
  describe(slug, () => {
    afterEach(() => harness.simulator?.clearFaults());
    for (const one of carrierConformance(carrier, harness)) {
      if (one.notApplicable !== undefined) tally.notApplicable(one.capability);
      else it(`${one.capability}: ${one.name}`, () => tally.run(one.capability, one.name, () => one.run()));
    }
  });
}
