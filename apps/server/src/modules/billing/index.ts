/** Billing: the books. What other modules may use. */
export { type BalanceRollUp, createBalanceRollUp } from './balance-roll-up.ts';
export {
  type Balance,
  type BookFault,
  checkBook,
  type EntrySource,
  readBalances,
  rebuildBalances,
  writeBooks,
} from './books.ts';
export { type Credit, readCredit, readStandings, setCreditLimit } from './credit.ts';
export { oldestUnpaid } from './oldest-unpaid.ts';
export { bookAdjustment, bookCharge, bookPayment, reverseAdjustment } from './postings.ts';
export { type PendingCredit, pendingCredits } from './pending-credits.ts';
export { readSettled, type Settled } from './settle.ts';
export {
  type Chain,
  type ChainSale,
  type Charged,
  confirmPurchase,
  isBooked,
  type PurchaseMoney,
  releasePurchase,
  reservePurchase,
  reversePurchase,
  type SaleFacts,
  undoPurchase,
} from './purchase-money.ts';
