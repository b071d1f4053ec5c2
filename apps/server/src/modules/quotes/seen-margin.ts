/** The margin of a price, for staff who act for the shipper and may see what labels cost their own level. */
import { BUILT_IN_ROLES } from '@scanship/contracts/access/role-catalogue';
import { plainRole } from '@scanship/contracts/access/pages';
import { money, type Money } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import type { SealedLink } from './sealed-rate.ts';

/** Whose margins may be shown in this session: those of whoever acts as the shipper's user. Undefined for the shipper's own people. */
export function seesMarginOf({ actors, tenantId }: Pick<RequestContext, 'actors' | 'tenantId'>): string | undefined {
  const may = actors.every(({ role, customRights }) =>
    (customRights ?? BUILT_IN_ROLES[plainRole(role)].rights).includes('rates.see-cost'),
  );
  const nearest = actors.at(-1);
  return may && nearest && nearest.realmId !== tenantId ? nearest.realmId : undefined;
}

const beforeTax = ({ lines }: SealedLink): number =>
  lines.reduce((sum, { kind, amount }) => sum + (kind === 'tax' ? 0 : amount.minor), 0);

/** What a level sells for above what it buys for, taxes left out; undefined where it neither buys nor sells. All links have one currency. */
export function marginOf(chain: readonly SealedLink[], level: string): Money | undefined {
  const bought = chain.find(({ toTenantId }) => toTenantId === level);
  const sold = chain.find(({ fromTenantId }) => fromTenantId === level);
  return bought && sold && money(beforeTax(sold) - beforeTax(bought), sold.price.currency);
}
