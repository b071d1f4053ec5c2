/** A registration as it is being typed: names with values, of which secrets are written and never read. */
import type { AppRegistration } from '@scanship/contracts/network/platform-apps';

export interface Pair {
  /** Only for the screen: rows keep their place while their name is being typed. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9]{0,59}$/;
export const nameIsWrong = (name: string): boolean => name !== '' && !NAME.test(name);

/** Rows without a name are left out; of two rows of one name the last counts. */
export const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.flatMap(({ name, value }) => (NAME.test(name.trim()) ? [[name.trim(), value]] : [])));

/**
 * Secrets to send: those typed anew, and empty ones for those that are to go. What is not sent stays as it is.
 * @param dropped names of stored secrets that were taken away
 */
export const secretsOf = (pairs: readonly Pair[], dropped: ReadonlySet<string>): Record<string, string> => ({
  ...Object.fromEntries([...dropped].map((name) => [name, ''])),
  ...Object.fromEntries(Object.entries(recordOf(pairs)).filter(([, value]) => value !== '')),
});

/** What the kind usually needs, offered as rows with a name already in them. */
export const usualFields = (
  kind: AppRegistration['kind'],
): { readonly secrets: readonly string[]; readonly settings: readonly string[] } => {
  switch (kind) {
    // Which values these need, their connectors say.
    case 'store':
    case 'carrier':
      return { secrets: [], settings: [] };
    case 'card':
      return { secrets: ['secretKey', 'webhookSecret'], settings: [] };
    case 'mail':
      return { secrets: [], settings: ['spfInclude', 'dkimSelector', 'dkimPublicKey'] };
  }
};
