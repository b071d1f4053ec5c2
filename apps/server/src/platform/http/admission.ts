/**
 * Which budgets a call uses. Whoever is signed in uses their own, their company's and a wide one of their address, so that a
 * flood in one of a person's sessions is a flood in all of them and nobody else notices. Everything else uses the address's:
 * public calls, made-up tokens, and tokens of sessions that have ended. Of an ended session one call a process reaches the
 * database; further ones pay before it is asked.
 */
import type { Call } from '@scanship/contracts/call';
import type { Budgets, LongWork, Use } from '../budgets/budgets.ts';
import { planOf } from '../budgets/budgets.ts';
import type { RequestContext } from '../context.ts';
import { networkOf } from '../network-of.ts';
import type { AppProblem, Outcome } from '../problem.ts';
import type { AgentContext } from './agent-context.ts';
import { createRecently } from './recently.ts';

/** Where a call comes from and how much it brings. */
export interface Arrival {
  readonly ip: string;
  /** Bytes of its body. */
  readonly bytes: number;
}

export type Credential = { readonly kind: 'session' | 'agent'; readonly id: string };
type Refusal = AppProblem | undefined;

export interface Entry {
  readonly refusal: Refusal;
  /** The address has paid for this call. */
  readonly paid: boolean;
}

export interface Admission {
  /** Before anything is asked. `credential`: a genuine token of the kind that the call needs. */
  enter(arrival: Arrival, credential: Credential | undefined): Promise<Entry>;
  /** The token's session or machine does not live: the call is a stranger's. */
  stranger(arrival: Arrival, credential: Credential, entry: Entry): Promise<Refusal>;
  person(arrival: Arrival, credential: Credential, call: Call, ctx: RequestContext): Promise<Refusal>;
  agent(arrival: Arrival, credential: Credential, agent: AgentContext): Promise<Refusal>;
  /** Before a body is checked, which takes as long as it is: a long one counts as several calls. */
  weight(bodyLength: number, ctx: RequestContext): Promise<Refusal>;
  /** Before work that is long. @returns how to give its place back; undefined for all other calls */
  begin(call: Call, ctx: RequestContext): Promise<Outcome<() => void> | undefined>;
}

/** Calls that ask carriers. */
export const ASK_CARRIERS: ReadonlySet<string> = new Set([
  'quoteSingle',
  'quoteStream',
  'landedCost',
  'checkAddressWithCarriers',
  'rateScanned',
  'createBatch',
  'createMultiple',
  'createMultiple2',
  'replanBatch',
]);

/** Calls that send somebody an invitation. */
export const INVITE: ReadonlySet<string> = new Set([
  'invitePerson',
  'resendInvitation',
  'inviteCustomerAdmin',
  'sendCustomerCode',
  'inviteFranchiseAdmin',
]);

/** Calls that make a file of very many rows or documents; what packers print one by one is not among them. */
export const MAKE_FILES: ReadonlySet<string> = new Set([
  'exportOrders',
  'exportShipments',
  'exportProducts',
  'exportPickList',
  'exportCustomers',
  'startCustomerExport',
  'exportMargins',
  'exportBillReport',
  'mergeBatch',
]);

/** Calls that read or store a whole file of rows. */
export const IMPORT_FILES: ReadonlySet<string> = new Set([
  'uploadOrders',
  'commitImport',
  'uploadProducts',
  'commitProductImport',
]);

const longWorkOf = ({ id }: Call): LongWork | undefined => {
  if (MAKE_FILES.has(id)) return 'files';
  return IMPORT_FILES.has(id) ? 'imports' : undefined;
};

/** Characters of a body that count as one call more. Few calls bring that much. */
const PER_CALL = 8 * 1024;

/** A session that had ended once is asked about again after so long at the latest. */
const SUSPECT_MS = 10 * 60_000;

/** Whoever acts for somebody uses their own budget, not that of the person they act for. */
const personOf = (ctx: RequestContext): string => ctx.actors[0]?.userId ?? ctx.userId;

const nameOf = ({ kind, id }: Credential): string => `${kind} ${id}`;

export const createAdmission = (budgets: Budgets): Admission => {
  const suspects = createRecently(SUSPECT_MS);

  const asStranger = ({ ip, bytes }: Arrival): Promise<Refusal> => {
    const by = networkOf(ip);
    return budgets.take([
      { budget: 'calls/address', by },
      ...(bytes > 0 ? [{ budget: 'bytes/address', by, cost: bytes } as const] : []),
    ]);
  };

  return {
    async enter(arrival, credential) {
      const paid = !credential || suspects.has(nameOf(credential));
      return { paid, refusal: paid ? await asStranger(arrival) : undefined };
    },
    async stranger(arrival, credential, entry) {
      suspects.add(nameOf(credential));
      return entry.paid ? undefined : asStranger(arrival);
    },
    person({ ip, bytes }, credential, call, ctx) {
      suspects.delete(nameOf(credential));
      const person = personOf(ctx);
      const tenant = { by: ctx.tenantId, plan: planOf(ctx) };
      const uses: Use[] = [
        { budget: 'calls/person', by: person },
        { budget: 'calls/tenant', ...tenant },
        { budget: 'signed-in/address', by: networkOf(ip) },
      ];
      if (bytes > 0)
        uses.push(
          { budget: 'bytes/person', by: person, cost: bytes },
          { budget: 'bytes/tenant', ...tenant, cost: bytes },
        );
      if (call.upload === true)
        uses.push({ budget: 'uploads/person', by: person }, { budget: 'uploads/tenant', ...tenant });
      if (ASK_CARRIERS.has(call.id))
        uses.push({ budget: 'quotes/person', by: person }, { budget: 'quotes/tenant', ...tenant });
      if (MAKE_FILES.has(call.id)) uses.push({ budget: 'files/tenant', ...tenant });
      if (INVITE.has(call.id)) uses.push({ budget: 'invitations/tenant', by: ctx.tenantId });
      return budgets.take(uses);
    },
    agent({ bytes }, credential, { agentId, tenantId }) {
      suspects.delete(nameOf(credential));
      return budgets.take([
        { budget: 'calls/agent', by: agentId },
        { budget: 'agents/tenant', by: tenantId },
        ...(bytes > 0 ? [{ budget: 'bytes/person', by: agentId, cost: bytes } as const] : []),
      ]);
    },
    async weight(bodyLength, ctx) {
      const cost = Math.floor(bodyLength / PER_CALL);
      if (cost === 0) return undefined;
      return budgets.take([
        { budget: 'calls/person', by: personOf(ctx), cost },
        { budget: 'calls/tenant', by: ctx.tenantId, plan: planOf(ctx), cost },
      ]);
    },
    async begin(call, { tenantId }) {
      const work = longWorkOf(call);
      return work && budgets.place(work, tenantId);
    },
  };
};
