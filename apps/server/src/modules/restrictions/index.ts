/** Customers that may pay and may not ship. What other modules may use. */
export { COMPANY_MOVED, COMPANY_OFF, mayShip, restricted } from './may-ship.ts';
export { hasMoved, isOnTheMove, markMoved } from './moved.ts';
export { readRestriction, readRestrictions, restrictedOf, type Restriction, setRestriction } from './restriction.ts';
export { tellCompany } from './tell.ts';
export { createRestrictionWorker, type RestrictionWorker } from './worker.ts';
