/** What whoever would buy with an account that is on hold after a restore or failover is told (decision 0375). */
import type { AppProblem } from '../../platform/problem.ts';

export const waitsForAnswer = (carrierName: string): Pick<AppProblem, 'message' | 'advice'> => ({
  message: `The database went back in time, and labels of ${carrierName} may be missing here. Nothing is bought with this account until they are found, so that none is paid twice.`,
  advice: 'Buy with another account, or wait. The owner of the account sees how far it is.',
});
