/** The company itself: switched on, and allowed to ship. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { switchedOff } from '../../platform/company-state.ts';
import { mayShip } from '../restrictions/index.ts';
import { fine, trouble, wordsOf } from './line.ts';
import type { Walk } from './subject.ts';

export async function companyLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const { customerId, realmId } = subject;
  const off = switchedOff(subject);
  const works =
    off === 'site'
      ? trouble('company', 'site', 'blocks', {
          about: subject.realmName,
          message: 'The franchise is suspended: nobody of it or of its customers can sign in.',
          mend: ['operator', 'franchise', realmId],
        })
      : off === 'company'
        ? trouble('company', 'state', 'blocks', {
            message: 'The customer is suspended: nobody of it can sign in.',
            mend: ['franchise', 'customer', customerId],
          })
        : fine('company', 'state', 'The customer and its franchise are active.');
  const free = await deps.db.tenant({ tenantId: customerId }, (tx) => mayShip(tx, customerId, true));
  return [
    works,
    free.ok
      ? fine('company', 'restriction', 'Nobody has stopped its shipping.')
      : trouble('company', 'restriction', 'blocks', {
          ...wordsOf(free.problem),
          mend: ['franchise', 'customer', customerId],
        }),
  ];
}
