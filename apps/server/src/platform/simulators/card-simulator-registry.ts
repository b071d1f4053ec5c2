/** Keys that the simulated card provider knows, so that nobody has to enter any. Loaded where simulators run. */
export const simulatedCardKeys = async (
  sellerId: string,
): Promise<{ readonly publishableKey: string; readonly secretKey: string; readonly webhookSecret: string }> =>
  (await import('@scanship/payments-stripe/simulator-apps')).keysOf(sellerId);

/** Whose scripts, card field and 3-D Secure page people see. */
export const CARD_PAGES: readonly string[] = ['stripe'];
