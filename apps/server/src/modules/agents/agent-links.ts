/**
 * The link by which a sales agent brings customers. Whoever signs up by it is the agent's customer from the first moment. Of a
 * request only the code is used; one of another franchise, one that was renewed and one of somebody who is no sales agent any more
 * change nothing, and nobody is told which it was.
 */
import { randomBytes } from 'node:crypto';
import type { AgentLink } from '@scanship/contracts/network/agent-links';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import { isAgent } from './is-agent.ts';

/** 96 random bits: nobody finds another agent's code. */
const newCode = (): string => randomBytes(12).toString('base64url');

/** Where the link leads: origin of the franchise's site plus this. */
const pathOf = (code: string): string => `/auth/register?agent=${code}`;

/** The agent whose link it is, while they are one. */
export async function referrerOf(
  db: Database,
  franchiseId: string,
  code: string | undefined,
): Promise<string | undefined> {
  if (code === undefined || code === '') return undefined;
  const franchise = { tenantId: franchiseId, realmId: franchiseId };
  const row = await db.tenant(
    franchise,
    (tx) =>
      tx
        .selectFrom('agent_links')
        .select('agent_user_id')
        .where('tenant_id', '=', franchiseId)
        .where('code', '=', code)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return row && (await isAgent(db, franchise, row.agent_user_id)) ? row.agent_user_id : undefined;
}

export interface Referral {
  /** The franchise. */
  readonly realmId: string;
  readonly agentId: string;
  readonly customer: { readonly id: string; readonly name: string };
  readonly ip: string;
}

/** Writes into the franchise's log who came by whose link. Runs as the realm, ends as the franchise. */
export async function tellReferral(tx: Tx, { realmId, agentId, customer, ip }: Referral): Promise<void> {
  const agent = await tx
    .selectFrom('users')
    .select(['username', 'first_name', 'last_name'])
    .where('realm_id', '=', realmId)
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const id = await recordEvent(tx, {
    tenantId: realmId,
    actors: [],
    action: 'cameByAgentLink',
    subject: { kind: 'customer', id: customer.id },
    details: {
      summary: 'A customer signed up by the link of a sales agent',
      params: { id: customer.id },
      fields: [],
      told: { name: customer.name, agent: `${agent.first_name} ${agent.last_name}`.trim() || agent.username },
    },
    ip,
  });
  await recordEvent(tx, {
    tenantId: realmId,
    actors: [],
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
  });
}

type Agent = Pick<RequestContext, 'tenantId' | 'realmId' | 'userId'>;

/** @param origin of the franchise's site; undefined where it has none that is proved */
export async function readAgentLink(db: Database, ctx: Agent, origin: string | undefined): Promise<AgentLink> {
  const policy = await db.identity(ctx, (tx) =>
    tx.selectFrom('sign_in_policies').select('sign_up').where('realm_id', '=', ctx.realmId).executeTakeFirst(),
  );
  return db.tenant(
    ctx,
    async (tx) => {
      const row = await tx
        .selectFrom('agent_links')
        .select(['code', 'made_at'])
        .where('tenant_id', '=', ctx.tenantId)
        .where('agent_user_id', '=', ctx.userId)
        .executeTakeFirst();
      const came = await tx
        .selectFrom('franchise_customers')
        .select(['customer_id', 'name', 'created_at', 'agent_user_id'])
        .where('tenant_id', '=', ctx.tenantId)
        .where('referred_by', '=', ctx.userId)
        .where('state', '<>', 'closed')
        .orderBy('created_at', 'desc')
        .execute();
      const kept = came.filter(({ agent_user_id }) => agent_user_id === ctx.userId);
      return {
        link:
          row && origin !== undefined
            ? { url: `${origin}${pathOf(row.code)}`, madeAt: row.made_at.toISOString() }
            : null,
        open: policy?.sign_up !== 'invited',
        customers: kept.map((one) => ({ id: one.customer_id, name: one.name, since: one.created_at.toISOString() })),
        passedOn: came.length - kept.length,
      };
    },
    { readOnly: true },
  );
}

export const renewAgentLink = (db: Database, ctx: Agent, now: Date): Promise<void> =>
  db.tenant(ctx, async (tx) => {
    const made = { code: newCode(), made_at: now };
    await tx
      .insertInto('agent_links')
      .values({ tenant_id: ctx.tenantId, agent_user_id: ctx.userId, ...made })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'agent_user_id']).doUpdateSet(made))
      .execute();
  });
