/** A transaction that is undone when its command answers a problem. */
export { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
