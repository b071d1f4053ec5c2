/** Automation: rules, presets, requested services. This module imports no module of orders: they import it. */
import type { Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { type AutomationDeps, automationRoutes } from './routes.ts';

export interface AutomationModule {
  readonly routes: readonly Route[];
}

export const createAutomationModule = (
  services: Pick<Services, 'db' | 'clock'>,
  deps: AutomationDeps,
): AutomationModule => ({ routes: automationRoutes(services, deps) });

export { type Arrival, type ArrivingOrder, rulesOnArrival } from './arrival.ts';
export { type AutomationContext, decideFor, type DecidedPackage, type OrderDecision } from './decide-for.ts';
export { addressKinds } from './facts.ts';
export { boxName, changeSome, chosenBoxes, overlay, restoreChoices } from './choices.ts';
export { listRequestedServices } from './requested-services.ts';
export { type DecisionStage, keepDecisions } from './keep-decisions.ts';
export type { AutomationDeps } from './routes.ts';
export type { DecisionReasonDto } from '@scanship/contracts/shipping/automation';
