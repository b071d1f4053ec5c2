/** Automation: rules, presets, requested services. This module imports no module of orders: they import it. */
export { type Arrival, type ArrivingOrder, rulesOnArrival } from './arrival.ts';
export { type AutomationContext, decideFor, type DecidedPackage, type OrderDecision } from './decide-for.ts';
export { addressKinds } from './facts.ts';
export { type DecisionStage, keepDecisions } from './keep-decisions.ts';
