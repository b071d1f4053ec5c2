/** What a realm asks of a sign-in, and which notices a person wants. */
import { NOTICE_KINDS, type NoticeKind, type SignInPolicyDto } from '@scanship/contracts/access/account';
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
  monday_report: false,
};

/** Who may see what a level earns gets the report of a Monday. */
export const noticeKindsFor = ({ rights, role }: Pick<RequestContext, 'rights' | 'role'>): readonly NoticeKind[] =>
  rights.has('rates.see-cost') && (role === 'ROLE_FRANCHISE_ADMIN' || role === 'ROLE_SUPER_ADMIN')
    ? NOTICE_KINDS
    : NOTICE_KINDS.filter((kind) => kind !== 'monday_report');

export const readNotices = async (
  tx: Tx,
  { realmId, userId }: NoticeOwner,
  kinds: readonly NoticeKind[] = NOTICE_KINDS,
): Promise<{ kind: NoticeKind; email: boolean }[]> => {
  const rows = await tx
    .selectFrom('notice_choices')
    .select(['kind', 'email'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute();
  return kinds.map((kind) => ({ kind, email: rows.find((row) => row.kind === kind)?.email ?? COMES[kind] }));
};

export const saveNotices = async (
  tx: Tx,
  { realmId, userId }: NoticeOwner,
  choices: readonly { readonly kind: NoticeKind; readonly email: boolean }[],
): Promise<void> => {
  for (const { kind, email } of choices)
    await tx
      .insertInto('notice_choices')
      .values({ realm_id: realmId, user_id: userId, kind, email })
      .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'kind']).doUpdateSet({ email }))
      .execute();
};

export const wantsNotice = async (tx: Tx, owner: NoticeOwner, kind: NoticeKind): Promise<boolean> =>
  (await readNotices(tx, owner)).some((choice) => choice.kind === kind && choice.email);
