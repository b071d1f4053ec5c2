/** Whom the walk is about, and what it is done with. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule, OpenGrant } from '../carriers/index.ts';

export interface Subject {
  readonly customerId: string;
  readonly name: string;
  readonly tenantState: string;
  readonly planCode: string;
  readonly realmId: string;
  readonly realmName: string;
  readonly realmState: string;
}

export interface WalkDeps extends Pick<Services, 'db' | 'clock'> {
  /** Test labels cost and count like real ones, as in the demo. */
  readonly withTest: boolean;
  readonly carriers: Pick<CarriersModule, 'grants' | 'accounts' | 'heldBack' | 'callsLeft'>;
}

export interface Walk {
  readonly deps: WalkDeps;
  readonly subject: Subject;
  readonly now: Date;
  /** What a purchase would find to ship with. */
  readonly grants: readonly OpenGrant[];
  /** Amounts are told. */
  readonly seesMoney: boolean;
}

/** A customer at or below the asker that is not closed; undefined for anybody else's. */
export async function readSubject(db: Database, askerId: string, customerId: string): Promise<Subject | undefined> {
  const { rows } = await db.reference((tx) =>
    sql<Subject>`SELECT t.id AS "customerId", t.name, t.state AS "tenantState", t.plan_code AS "planCode",
        f.id AS "realmId", f.name AS "realmName", f.state AS "realmState"
      FROM tenants t JOIN tenants f ON f.id = t.realm_id
        JOIN tenant_closure b ON b.descendant_id = t.id AND b.ancestor_id = ${askerId}
      WHERE t.id = ${customerId} AND t.kind = 'customer' AND t.state <> 'closed'`.execute(tx),
  );
  return rows[0];
}
