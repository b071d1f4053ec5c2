/** A customer that may pay and may not ship (decision 0250): set with a reason, lifted by hand here or by a payment. */
import type { RequestContext } from '../../platform/context.ts';
import { actAs } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { oldestUnpaid } from '../billing/index.ts';
import type { MailModule } from '../mail/index.ts';
import { hasMoved, readRestriction, setRestriction, tellCompany } from '../restrictions/index.ts';
import { companyOf } from '../subscriptions/index.ts';
import { change } from './change-customer.ts';

interface Deps extends Pick<Services, 'db' | 'clock'> {
  readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
}

/** Problems: `not_found`; `validation` for a restriction until paid of a customer that owes nothing. Again: with the new reason. */
export async function restrictCustomer(
  deps: Deps,
  ctx: RequestContext,
  customerId: string,
  wish: { readonly reason: string; readonly untilPaid: boolean },
): Promise<Outcome<void>> {
  const done = await change(deps.db, ctx, customerId, async (tx) => {
    // It would be over before anybody has read of it.
    if (wish.untilPaid && !(await oldestUnpaid(tx, ctx.tenantId, [customerId])).has(customerId))
      return problem('validation', {
        errors: [
          { field: 'untilPaid', code: 'nothing_owed', message: 'This customer owes nothing: stop it without this.' },
        ],
      });
    await setRestriction(tx, ctx.tenantId, customerId, wish);
    return { ok: true, value: undefined };
  });
  if (!done.ok) return done;
  const company = await companyOf(deps, customerId);
  const refs = await deps.db.tenant({ tenantId: customerId }, (tx) =>
    tellCompany(deps.mail, tx, company, wish, deps.clock.now()),
  );
  deps.mail.soon(refs);
  return done;
}

/** Problems: `not_found`, `customer_moved`. One that is not restricted stays so, and nobody is told. */
export async function liftRestriction(deps: Deps, ctx: RequestContext, customerId: string): Promise<Outcome<void>> {
  let was = false;
  const done = await change(deps.db, ctx, customerId, async (tx) => {
    await actAs(tx, { role: 'app_system' });
    if (await hasMoved(tx, customerId)) return problem('customer_moved');
    was = (await readRestriction(tx, customerId)) !== undefined;
    await setRestriction(tx, ctx.tenantId, customerId, undefined);
    return { ok: true, value: undefined };
  });
  if (!done.ok || !was) return done;
  const company = await companyOf(deps, customerId);
  const refs = await deps.db.tenant({ tenantId: customerId }, (tx) =>
    tellCompany(deps.mail, tx, company, 'lifted', deps.clock.now()),
  );
  deps.mail.soon(refs);
  return done;
}
