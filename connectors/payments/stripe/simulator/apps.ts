/**
 * Accounts of the simulator: any name is an account, told by its keys, so that every seller of a test has its own books. The
 * signing secret is made from the name too, because nobody is there to copy it from a dashboard.
 */
export interface CardKeysOfTest {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** @param account letters, digits and dashes */
export const keysOf = (account: string): CardKeysOfTest => ({
  publishableKey: `pk_test_sim_${account}`,
  secretKey: `sk_test_sim_${account}`,
  webhookSecret: `whsec_sim_${account}`,
});

const PATTERN = /^(?:pk|sk)_test_sim_([A-Za-z0-9-]{1,60})$/;

/** The account a key belongs to; undefined for a key that is none of ours. */
export const accountOf = (key: string): string | undefined => PATTERN.exec(key)?.[1];
