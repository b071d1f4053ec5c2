/** Signatures that are made with a secret of one store, which is kept sealed with its access. */
import { timingSafeEqual } from 'node:crypto';
import { fail } from '../errors.ts';
import type { DeliveryEnv } from '../store/store-environment.ts';

/** Whether two texts are the same, in a time that does not hang on where they differ. */
export function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(wanted, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface StoreSignature {
  /** Name of the platform, for the words of a refusal. */
  readonly vendor: string;
  readonly externalAccount: string;
  /** As the delivery carries it; empty where it carries none. */
  readonly given: string;
  /** Secrets that a store's credentials hold; none where they are not kept yet. */
  secretsOf(credentials: Readonly<Record<string, string>>): readonly string[];
  /** What the platform would have sent with this secret. */
  signatureWith(secret: string): string;
}

/**
 * Lets a delivery pass that a secret of its own store signed. To be called after the key in its address was found to be right: it
 * opens what is kept of the stores.
 * @throws ConnectorError `refused`, with code `signature`, or `no-secret` where no store of this name keeps one (yet)
 */
export async function assertStoreSignature(env: Pick<DeliveryEnv, 'storesOf'>, one: StoreSignature): Promise<void> {
  const unsigned = fail('refused', `This delivery does not carry a valid signature of its ${one.vendor} store.`, {
    vendorCode: 'signature',
  });
  if (one.given === '') throw unsigned;
  const stores = await env.storesOf(one.externalAccount);
  const secrets = stores.flatMap(({ credentials }) => one.secretsOf(credentials)).filter((secret) => secret !== '');
  if (secrets.length === 0)
    throw fail(
      'refused',
      `This delivery cannot be checked: no ${one.vendor} store here keeps what it is signed with.`,
      {
        vendorCode: 'no-secret',
      },
    );
  if (!secrets.some((secret) => sameText(one.given, one.signatureWith(secret)))) throw unsigned;
}
