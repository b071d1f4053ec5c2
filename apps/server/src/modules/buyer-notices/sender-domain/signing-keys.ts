/** Signing keys of sellers' own domains: RSA of 2048 bits, which every receiver verifies; the private half is sealed. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Services } from '../../../platform/services.ts';

const PURPOSE = 'sender-key';
const BITS = 2048;

export interface SigningKey {
  /** Names the record of the key; says nothing of who made it. */
  readonly selector: string;
  /** Base64 of its SubjectPublicKeyInfo, as records hold it. */
  readonly publicKey: string;
  /** PEM. */
  readonly privateKey: string;
}

const generate = promisify(generateKeyPair);

/** Some hundred milliseconds, on another thread. Not inside a transaction. */
export async function makeSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { selector: `s${randomBytes(5).toString('hex')}`, publicKey: publicKey.toString('base64'), privateKey };
}

/** @returns the id of the row that holds the private key */
export async function keepSigningKey(
  { sealer }: Pick<Services, 'sealer'>,
  tx: Tx,
  tenantId: string,
  { privateKey }: SigningKey,
): Promise<string> {
  const id = newId();
  const { keyId, sealed } = sealer.sealJson(tenantId, id, PURPOSE, { privateKey });
  await tx.insertInto('secrets').values({ tenant_id: tenantId, id, purpose: PURPOSE, key_id: keyId, sealed }).execute();
  return id;
}

/** PEM; undefined when the key is gone. */
export async function openSigningKey(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  tenantId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db.secrets({ tenantId }, (tx) =>
    tx.selectFrom('secrets').select('sealed').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst(),
  );
  if (!row) return undefined;
  const { privateKey } = sealer.openJson(tenantId, id, PURPOSE, row.sealed) as { readonly privateKey: string };
  return privateKey;
}

export async function dropSigningKeys(tx: Tx, tenantId: string, ids: readonly (string | null)[]): Promise<void> {
  const there = ids.filter((id) => id !== null);
  if (there.length > 0)
    await tx.deleteFrom('secrets').where('tenant_id', '=', tenantId).where('id', 'in', there).execute();
}
