/** The seller's account at the card provider: its own registration, never that of a level above, whose money it would become. */
import type { CarrierEnv, ConnectorMode } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { Services } from '../../platform/services.ts';
import { appRegistrationOf } from '../tenants/index.ts';
import { type CardClient, type CardConnector, loadCardConnector } from './card-connector-registry.ts';

export interface CardAccount {
  readonly sellerId: string;
  readonly mode: ConnectorMode;
  readonly publishableKey: string;
  readonly webhookSecrets: readonly string[];
  /** Script of the card field, as the browser loads it. */
  readonly scriptUrl: string;
  readonly client: CardClient;
  readonly connector: CardConnector;
  /** For the journal's steps. */
  readonly env: CarrierEnv;
}

/** Where the simulated provider answers; absent in production. */
export interface CardSimulator {
  addressOf(slug: string): Promise<string>;
  keysOf(
    sellerId: string,
  ): Promise<{ readonly publishableKey: string; readonly secretKey: string; readonly webhookSecret: string }>;
}

export interface CardAccounts {
  /** The account the seller works with now; undefined where it takes no cards. */
  open(sellerId: string): Promise<CardAccount | undefined>;
  /** That of a payment that was begun, whatever the seller works with now. */
  openMode(sellerId: string, mode: ConnectorMode): Promise<CardAccount | undefined>;
}

export const CARD_PROVIDER = 'stripe';
/** Pages of simulators under our own address (`platform/simulators`). */
const SIMULATED_SCRIPT = '/_simulators/stripe/v3/stripe.js';

export function createCardAccounts(
  services: Pick<Services, 'db' | 'sealer' | 'clock' | 'config' | 'log'>,
  deps: {
    readonly simulator: CardSimulator | undefined;
    /** Where the simulator reaches this installation; undefined: nowhere. */
    readonly origin: () => string | undefined;
  },
): CardAccounts {
  const { config, clock, log } = services;
  const subscribed = new Map<string, Promise<void>>();

  async function build(
    sellerId: string,
    mode: ConnectorMode,
    keys: { readonly publishableKey: string; readonly secretKey: string; readonly webhookSecrets: readonly string[] },
    apiAddress: string,
  ): Promise<CardAccount> {
    const connector = await loadCardConnector();
    const none = (): Promise<never> => Promise.reject(fail('refused', 'The card provider is called through its SDK.'));
    return {
      sellerId,
      mode,
      publishableKey: keys.publishableKey,
      webhookSecrets: keys.webhookSecrets,
      scriptUrl: mode === 'simulator' ? SIMULATED_SCRIPT : config.stripeJsUrl,
      client: connector.openStripe({ secretKey: keys.secretKey, apiAddress }),
      connector,
      env: {
        mode,
        credentials: { secretKey: keys.secretKey },
        settings: { apiAddress },
        http: { send: none },
        tokens: { get: none, drop: () => undefined },
        now: () => clock.now(),
      },
    };
  }

  /** Once for each seller and process; a simulator that cannot be told is asked by look-up anyway. */
  function subscribe(account: CardAccount): Promise<void> {
    const origin = deps.origin();
    if (origin === undefined) return Promise.resolve();
    const known = subscribed.get(account.sellerId);
    if (known) return known;
    const begun = account.connector
      .subscribe(account.client, `${origin}${hookPath(account)}`)
      .then(() => undefined)
      .catch((error: unknown) => {
        subscribed.delete(account.sellerId);
        log.warn({ err: error }, 'the simulated card provider could not be told where to send its events');
      });
    subscribed.set(account.sellerId, begun);
    return begun;
  }

  const openMode: CardAccounts['openMode'] = async (sellerId, mode) => {
    if (mode === 'simulator') {
      if (!deps.simulator) return undefined;
      const { publishableKey, secretKey, webhookSecret } = await deps.simulator.keysOf(sellerId);
      const keys = { publishableKey, secretKey, webhookSecrets: [webhookSecret] };
      const account = await build(sellerId, mode, keys, await deps.simulator.addressOf(CARD_PROVIDER));
      await subscribe(account);
      return account;
    }
    const app = await appRegistrationOf(services, sellerId, 'card', CARD_PROVIDER, mode);
    const secretKey = app?.secrets['secretKey'];
    if (app?.tenantId !== sellerId || !secretKey || app.clientId === '') return undefined;
    // Two while one is rolled (docs.stripe.com/webhooks#roll-endpoint-secrets).
    const webhookSecrets = (app.secrets['webhookSecret'] ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
    return build(sellerId, mode, { publishableKey: app.clientId, secretKey, webhookSecrets }, config.stripeApiUrl);
  };

  return {
    openMode,
    async open(sellerId) {
      for (const mode of ['live', 'sandbox', 'simulator'] as const) {
        const account = await openMode(sellerId, mode);
        if (account) return account;
      }
      return undefined;
    },
  };
}

/** Where the provider sends its events for an account. */
export const hookPath = ({ sellerId, mode }: Pick<CardAccount, 'sellerId' | 'mode'>): string =>
  `/hooks/stripe/${sellerId}.${mode}`;
