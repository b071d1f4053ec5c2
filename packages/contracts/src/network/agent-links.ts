/** The link by which a sales agent brings customers. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';

export const agentLink = z.object({
  /** Null: none was made yet. */
  link: z.nullable(z.object({ url: z.url(), madeAt: z.iso.datetime() })),
  /** The franchise takes customers who sign up by themselves; otherwise the link leads to a page that says it does not. */
  open: z.boolean(),
  /** Who came by it and is the agent's customer now; newest first. */
  customers: z.array(z.object({ id, name: z.string(), since: z.iso.datetime() })),
  /** How many came by it and are somebody else's now. */
  passedOn: z.int(),
});
export type AgentLink = z.infer<typeof agentLink>;

const own = { auth: 'access', roles: ['ROLE_SALES_AGENT'], right: 'customers.view' } as const;

export const getAgentLink = defineCall({
  id: 'getAgentLink',
  method: 'GET',
  path: '/franchise/agent-link',
  summary: "The sales agent's own link, and who signed up by it",
  ...own,
  data: agentLink,
});

export const renewAgentLink = defineCall({
  id: 'renewAgentLink',
  method: 'POST',
  path: '/franchise/agent-link',
  summary: 'Make the link; made again, the one before counts no longer',
  ...own,
  audited: true,
  data: agentLink,
});
