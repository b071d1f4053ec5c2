/** Who acts for whom (decisions 8): part of the profile, of audit entries and of the impersonation calls. */
import * as z from 'zod/mini';
import { ROLES } from './pages.ts';

/** One person of the chain who is working as somebody below them. */
export const actingPerson = z.object({
  /** The parked session; what revert is asked for. */
  sessionId: z.uuid(),
  userName: z.string(),
  fullName: z.string(),
  roleName: z.enum(ROLES),
  tenantName: z.string(),
  /** When they began to act as the next one, ISO 8601 in UTC. */
  since: z.iso.datetime(),
  /** Why, in their own words. */
  reason: z.string(),
});
export type ActingPerson = z.infer<typeof actingPerson>;

/** From the person who really signed in to the one just above the current user; empty while nobody is impersonated. */
export const actingChain = z.array(actingPerson);
export type ActingChain = z.infer<typeof actingChain>;
