/** Registrations that simulated store platforms know, so that nobody has to enter one. Loaded where simulators run. */

const APPS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  etsy: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-etsy/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  ebay: async () => {
    const { clientId, clientSecret, ruName } = (await import('@scanship/store-ebay/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret, ruName };
  },
  shopify: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-shopify/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  woocommerce: async () => ({ ...(await import('@scanship/store-woocommerce/simulator-apps')).DEMO_APP }),
};

/** Values of the platform's app fields; undefined for a platform whose simulator has no apps. */
export async function simulatedApp(code: string): Promise<Readonly<Record<string, string>> | undefined> {
  const load = Object.hasOwn(APPS, code) ? APPS[code] : undefined;
  return load?.();
}

/** Simulators whose pages people see (consent), by slug. */
export const PAGES: ReadonlySet<string> = new Set(Object.keys(APPS));
