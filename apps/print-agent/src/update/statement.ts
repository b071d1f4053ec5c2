/** May this update be taken? Only the release key decides, and only what it signed: version, system, hash and size. */
import { createPublicKey, verify } from 'node:crypto';
import { agentPlatform, agentVersion } from '@scanship/contracts/printing/agent-v1';
import * as z from 'zod/mini';

const statementShape = z.object({
  version: agentVersion,
  platform: agentPlatform,
  arch: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.int().check(z.minimum(1), z.maximum(256 * 1024 * 1024)),
});
export type Statement = z.infer<typeof statementShape>;

/** Negative, 0 or positive, as a comparison; by numbers, not letters. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Single keys of a text that may hold several, so that a key can be replaced by the next one. */
const keysOf = (pem: string): readonly string[] =>
  pem.match(/-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]{1,2000}-----END PUBLIC KEY-----/g) ?? [];

export type Verdict =
  | { readonly is: 'good'; readonly statement: Statement }
  | { readonly is: 'refused'; readonly why: string };

const refused = (why: string): Verdict => ({ is: 'refused', why });

/**
 * @param keys public keys, PEM
 * @param self what runs now
 */
export function judgeUpdate(
  offer: { readonly statement: string; readonly signature: string },
  keys: string,
  self: { readonly version: string; readonly platform: string; readonly arch: string },
): Verdict {
  const known = keysOf(keys);
  if (known.length === 0) return refused('this agent was built without a release key and takes no updates');
  const signature = Buffer.from(offer.signature, 'base64');
  const text = Buffer.from(offer.statement, 'utf8');
  const signed = known.some((pem) => {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' && signature.length === 64 && verify(null, text, key, signature);
  });
  if (!signed) return refused('its signature is not that of the release key');
  let read: unknown;
  try {
    read = JSON.parse(offer.statement);
  } catch {
    return refused('its statement cannot be read');
  }
  const statement = statementShape.safeParse(read);
  if (!statement.success) return refused('its statement is not complete');
  const { version, platform, arch } = statement.data;
  if (platform !== self.platform || arch !== self.arch) return refused(`it is for ${platform}-${arch}`);
  if (compareVersions(version, self.version) <= 0)
    return refused(`version ${version} is not newer than ${self.version}`);
  return { is: 'good', statement: statement.data };
}
