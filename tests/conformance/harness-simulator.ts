/** Joins a connector's samples with its running simulator. */
import type { HarnessFault, HarnessSimulator } from '@scanship/connector-kit/conformance/conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { faultSchema } from '@scanship/simulator-kit/faults';
import type { RunningSimulatorHost } from '@scanship/simulator-kit/simulator-host';

export function harnessSimulator(host: RunningSimulatorHost, slug: string): HarnessSimulator {
  const admin = createSimulatorAdmin(host.address);
  return {
    address: host.addressOf(slug),
    setFaults: (faults: readonly HarnessFault[]) =>
      admin.setFaults(
        slug,
        faults.map((f) => faultSchema.parse(f)),
      ),
    clearFaults: () => admin.clearFaults(slug),
    books: () => admin.books(slug),
  };
}
