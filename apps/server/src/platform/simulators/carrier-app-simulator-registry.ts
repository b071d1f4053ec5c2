/** Registrations that simulated carriers know, so that nobody has to enter one. Loaded where simulators run. */
const APPS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  ups: async () => (await import('@scanship/carrier-ups/simulator-apps')).APPLICATION,
};

/** Values of the carrier's `onboarding.app` fields; undefined for a carrier whose simulator has no applications. */
export async function simulatedCarrierApp(slug: string): Promise<Readonly<Record<string, string>> | undefined> {
  return Object.hasOwn(APPS, slug) ? APPS[slug]?.() : undefined;
}

/** Simulators whose sign-in pages people see, by slug. */
export const CARRIER_PAGES: ReadonlySet<string> = new Set(Object.keys(APPS));
