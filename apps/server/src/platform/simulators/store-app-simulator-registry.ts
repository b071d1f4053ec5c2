/** Registrations that simulated store platforms know, so that nobody has to enter one. Loaded where simulators run. */

const amazonApp = async () => {
  const { applicationId, clientId, clientSecret } = (await import('@scanship/store-amazon/simulator-apps')).DEMO_APP;
  return { applicationId, clientId, clientSecret };
};

const APPS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  'amazon-ca': amazonApp,
  'amazon-us': amazonApp,
  etsy: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-etsy/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  ebay: async () => {
    const { clientId, clientSecret, ruName, verificationToken } = (await import('@scanship/store-ebay/simulator-apps'))
      .DEMO_APP;
    return { clientId, clientSecret, ruName, verificationToken };
  },
  'rithum-soap': async () => ({ ...(await import('@scanship/store-rithum-soap/simulator-apps')).DEMO_APP }),
  shopify: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-shopify/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  square: async () => {
    const { clientId, clientSecret, signatureKey } = (await import('@scanship/store-square/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret, signatureKey };
  },
  ecwid: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-ecwid/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  lightspeed: async () => ({ ...(await import('@scanship/store-lightspeed/simulator-apps')).DEMO_APP }),
  'ship-hero': async () => ({ ...(await import('@scanship/store-ship-hero/simulator-apps')).DEMO_APP }),
  rithum: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-rithum/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  zoho: async () => {
    const { clientId, clientSecret } = (await import('@scanship/store-zoho/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret };
  },
  cin7: async () => ({ ...(await import('@scanship/store-cin7/simulator-apps')).DEMO_APP }),
  shipstation: async () => ({ ...(await import('@scanship/store-shipstation/simulator-apps')).DEMO_APP }),
  'walmart-us': async () => ({ ...(await import('@scanship/store-walmart/simulator-apps')).DEMO_APP }),
  wix: async () => {
    const { clientId, clientSecret, publicKey } = (await import('@scanship/store-wix/simulator-apps')).DEMO_APP;
    return { clientId, clientSecret, publicKey };
  },
  woocommerce: async () => ({ ...(await import('@scanship/store-woocommerce/simulator-apps')).DEMO_APP }),
};

/** Values of the platform's app fields; undefined for a platform whose simulator has no apps. */
export async function simulatedApp(code: string): Promise<Readonly<Record<string, string>> | undefined> {
  const load = Object.hasOwn(APPS, code) ? APPS[code] : undefined;
  return load?.();
}

/** Have an app field (a secret of the installation) and no page: their stores are connected with typed-in keys. */
const WITHOUT_PAGES: readonly string[] = [
  'cin7',
  'ship-hero',
  'lightspeed',
  'rithum-soap',
  'shipstation',
  'woocommerce',
];

/** Simulators whose pages people see (consent), by slug. */
export const PAGES: ReadonlySet<string> = new Set(Object.keys(APPS).filter((code) => !WITHOUT_PAGES.includes(code)));
