/** Passwords are kept as argon2id (19 MiB, two passes, one lane: OWASP's first choice; about 7 ms). */
import { hash, verify } from '@node-rs/argon2';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

let nobody: Promise<string> | undefined;

/** Takes as long for an account that does not exist (`stored` null) as for one that does. */
export const passwordMatches = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored !== null && stored !== undefined;
};
