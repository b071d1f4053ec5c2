/** Automation: rules, presets, requested services. This module imports no module of orders: they import it. */
export { type AutomationContext, decideFor, type DecidedPackage, type OrderDecision } from './decide-for.ts';
export { type DecisionStage, keepDecisions } from './keep-decisions.ts';
