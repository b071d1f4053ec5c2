/** What the application takes from the simulators of vendors, where they run. */
import type { FastifyInstance } from 'fastify';
import type { ApplicationOptions } from './application-types.ts';
import { CARD_PAGES, simulatedCardKeys } from './platform/simulators/card-simulator-registry.ts';
import { CARRIER_PAGES, simulatedCarrierApp } from './platform/simulators/carrier-app-simulator-registry.ts';
import { registerSimulatorPages } from './platform/simulators/simulator-pages.ts';
import { PAGES, simulatedApp } from './platform/simulators/store-app-simulator-registry.ts';

export const simulatedVendors = ({
  simulators,
  carrierApp = simulatedCarrierApp,
  carrierPages = [],
}: Pick<ApplicationOptions, 'simulators' | 'carrierApp' | 'carrierPages'>) => ({
  carrierAppOf: async (slug: string) => (simulators ? carrierApp(slug) : undefined),
  cards: simulators && {
    addressOf: (slug: string) => simulators.addressOf(slug),
    keysOf: simulatedCardKeys,
  },
  stores: simulators && {
    addressOf: (slug: string) => simulators.addressOf(slug),
    owns: (hostAndPort: string) => simulators.owns(hostAndPort),
    appOf: simulatedApp,
  },
  /** Their pages of consent. */
  async extend(app: FastifyInstance): Promise<void> {
    if (!simulators) return;
    const slugs = new Set([...PAGES, ...CARRIER_PAGES, ...CARD_PAGES, ...carrierPages]);
    await registerSimulatorPages(app, simulators, slugs);
  },
});
