/** What a realm asks of a sign-in, and which notices a person wants. */
import { NOTICE_KINDS, type NoticeKind, type SignInPolicyDto } from '@scanship/contracts/access/account';
import type { RoleName } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import { OWNER_NOTICE_KINDS, type OwnerNoticeKind } from '@scanship/contracts/network/owner-notices';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';

const UNSET: SignInPolicyDto = { secondFactor: 'optional', signUp: 'open', signUpPlan: 'Basic', version: 0 };

export const readPolicy = async (tx: Tx, realmId: string): Promise<SignInPolicyDto> => {
  const row = await tx
    .selectFrom('sign_in_policies')
    .select(['second_factor', 'sign_up', 'sign_up_plan', 'version'])
    .where('realm_id', '=', realmId)
    .executeTakeFirst();
  return row
    ? { secondFactor: row.second_factor, signUp: row.sign_up, signUpPlan: row.sign_up_plan, version: row.version }
    : UNSET;
};

/** @returns false when somebody changed it meanwhile (`version` is not the stored one) */
export const savePolicy = async (tx: Tx, realmId: string, policy: SignInPolicyDto, now: Date): Promise<boolean> => {
  const values = {
    second_factor: policy.secondFactor,
    sign_up: policy.signUp,
    sign_up_plan: policy.signUpPlan,
    version: policy.version + 1,
    updated_at: now,
  };
  const written =
    policy.version === 0
      ? await tx
          .insertInto('sign_in_policies')
          .values({ realm_id: realmId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .execute()
      : await tx
          .updateTable('sign_in_policies')
          .set(values)
          .where('realm_id', '=', realmId)
          .where('version', '=', policy.version)
          .returning('version')
          .execute();
  return written.length > 0;
};

export interface NoticeOwner {
  readonly realmId: string;
  readonly userId: string;
}

/** What comes before anybody has chosen. */
const COMES: Readonly<Record<NoticeKind, boolean>> = {
  new_device: true,
  invitation_accepted: true,
  announcements: true,
  monday_report: false,
  sign_up: true,
  credit_limit: true,
  promise_broken: true,
  carrier_down: true,
  labels_unknown: true,
  labels_on_hold: true,
  expiring: true,
};

/** Rights without which a kind is of no use; kinds that are not here are for everybody. */
const NEEDS: Readonly<Partial<Record<NoticeKind, { readonly right: ActionRight; readonly only?: RoleName }>>> = {
  monday_report: { right: 'rates.see-cost' },
  sign_up: { right: 'customers.manage', only: 'ROLE_FRANCHISE_ADMIN' },
  credit_limit: { right: 'money.view' },
  promise_broken: { right: 'money.view' },
  carrier_down: { right: 'carriers.manage' },
  labels_unknown: { right: 'carriers.manage' },
  labels_on_hold: { right: 'carriers.manage' },
  expiring: { right: 'platform.apps', only: 'ROLE_SUPER_ADMIN' },
};
const OWNERS: readonly RoleName[] = ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'];

/** The right a kind of notice to owners needs. */
export const rightOfNotice = (kind: OwnerNoticeKind): ActionRight => NEEDS[kind]?.right ?? 'users.manage';

/** Kinds a person can choose: those for owners are for administrators of a franchise and of the operator who may act on them. */
export const noticeKindsFor = ({ rights, role }: Pick<RequestContext, 'rights' | 'role'>): readonly NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => {
    const need = NEEDS[kind];
    return !need || (rights.has(need.right) && OWNERS.includes(role) && (need.only ?? role) === role);
  });

const HEADER: ReadonlySet<string> = new Set(OWNER_NOTICE_KINDS);

interface Choice {
  readonly kind: NoticeKind;
  readonly email: boolean;
  readonly header?: boolean | undefined;
}

export const readNotices = async (
  tx: Tx,
  { realmId, userId }: NoticeOwner,
  kinds: readonly NoticeKind[] = NOTICE_KINDS,
): Promise<Choice[]> => {
  const rows = await tx
    .selectFrom('notice_choices')
    .select(['kind', 'email', 'header'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute();
  return kinds.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return {
      kind,
      email: row?.email ?? COMES[kind],
      ...(HEADER.has(kind) ? { header: row?.header ?? true } : {}),
    };
  });
};

export const saveNotices = async (
  tx: Tx,
  { realmId, userId }: NoticeOwner,
  choices: readonly Choice[],
): Promise<void> => {
  for (const { kind, email, header } of choices) {
    const kept = header === undefined ? {} : { header };
    await tx
      .insertInto('notice_choices')
      .values({ realm_id: realmId, user_id: userId, kind, email, ...kept })
      .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'kind']).doUpdateSet({ email, ...kept }))
      .execute();
  }
};

export const wantsNotice = async (tx: Tx, owner: NoticeOwner, kind: NoticeKind): Promise<boolean> =>
  (await readNotices(tx, owner)).some((choice) => choice.kind === kind && choice.email);
