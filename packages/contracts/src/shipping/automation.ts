/**
 * Automation: rules, presets on keys 1 to 9, what an order was chosen to ship with, and what the services that buyers ask
 * for stand for (review section 3 point 1; ux.md line 20).
 */
import {
  ADDRESS_KINDS,
  FLAG_FIELDS,
  NUMBER_FIELDS,
  NUMBER_OPERATORS,
  PICKS,
  WORD_FIELDS,
  WORD_OPERATORS,
} from '@scanship/domain/automation/automation';
import { DECISION_PARTS, LAYERS } from '@scanship/domain/automation/automation-decision';
import { SIGNATURE_OPTIONS } from '@scanship/domain/shipping/shipment';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { amountMinor, currency, day, id, idParams, money, MOST_CHANGES, recordVersion, required } from '../common.ts';
import { bulkOutcome, selectionFields } from '../orders/order-selection.ts';

export { ADDRESS_KINDS };

/** Most rules of one customer. */
export const MOST_RULES = 200;

export const serviceChoice = z.object({
  carrier: required(60),
  grantId: z.nullable(id),
  service: z.nullable(required(80)),
});

export const insuranceWish = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('none') }),
  z.object({ mode: z.literal('orderTotal') }),
  z.object({ mode: z.literal('amount'), amount: z.object({ minor: amountMinor.check(z.minimum(1)), currency }) }),
]);

const services = z.array(serviceChoice).check(z.minLength(1), z.maxLength(50));
const pick = z.enum(PICKS);
const grantIds = z.array(id).check(z.minLength(1), z.maxLength(50));
const words = z.array(required(200)).check(z.minLength(1), z.maxLength(200));

/** What an order ships with as far as somebody said so; null: nothing is said. */
export const shippingChoice = z.object({
  service: z.nullable(z.object({ services, pick })),
  grantIds: z.nullable(grantIds),
  packageId: z.nullable(id),
  insurance: z.nullable(insuranceWish),
  signature: z.nullable(z.enum(SIGNATURE_OPTIONS)),
  saturdayDelivery: z.nullable(z.boolean()),
});
export type ShippingChoiceDto = z.infer<typeof shippingChoice>;

const simpleConditions = [
  z.object({ field: z.enum(WORD_FIELDS), op: z.enum(WORD_OPERATORS), values: words }),
  z.object({
    field: z.enum(NUMBER_FIELDS),
    op: z.enum(NUMBER_OPERATORS),
    /** Grams, minor units, units or SKUs. */
    value: amountMinor,
    to: z.optional(z.nullable(amountMinor)),
    currency: z.optional(z.nullable(currency)),
  }),
  z.object({ field: z.enum(FLAG_FIELDS), yes: z.boolean() }),
] as const;
export const simpleCondition = z.union(simpleConditions);
export type SimpleConditionDto = z.infer<typeof simpleCondition>;
/** A group counts as one condition among the others: all of its conditions hold, or any. */
export const condition = z.union([
  ...simpleConditions,
  z.object({
    match: z.enum(['all', 'any']),
    conditions: z.array(simpleCondition).check(z.minLength(1), z.maxLength(20)),
  }),
]);
export type ConditionDto = z.infer<typeof condition>;

const override = z.optional(z.boolean());
export const ruleAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('service'), services, pick, override }),
  z.object({ do: z.literal('account'), grantIds, override }),
  z.object({ do: z.literal('package'), packageId: id, override }),
  z.object({ do: z.literal('insurance'), insurance: insuranceWish, override }),
  z.object({ do: z.literal('signature'), signature: z.enum(SIGNATURE_OPTIONS), override }),
  z.object({ do: z.literal('preset'), presetId: id, override }),
  z.object({ do: z.literal('location'), locationId: id, override }),
  z.object({
    do: z.literal('hold'),
    reason: required(200),
    /** When the hold ends by itself: on a day, or so many days after the order arrives; null: when somebody releases it. */
    until: z.optional(
      z.nullable(z.union([z.object({ day }), z.object({ days: z.int().check(z.minimum(1), z.maximum(365)) })])),
    ),
  }),
  z.object({ do: z.literal('tag'), tags: z.array(required(60)).check(z.minLength(1), z.maxLength(20)) }),
  z.object({ do: z.literal('verify') }),
  z.object({ do: z.literal('stop') }),
]);
export type RuleActionDto = z.infer<typeof ruleAction>;

const ruleFields = {
  name: required(80),
  active: z.boolean(),
  match: z.enum(['all', 'any']),
  conditions: z.array(condition).check(z.maxLength(50)),
  actions: z.array(ruleAction).check(z.minLength(1), z.maxLength(30)),
};
export const ruleDraft = z.object(ruleFields);
export type RuleDraft = z.infer<typeof ruleDraft>;
export const rule = z.object({
  id,
  ...ruleFields,
  version: recordVersion,
  /** What is wrong with it now: a package, account, location or preset that it names is gone. */
  problems: z.array(z.string()),
});
export type RuleDto = z.infer<typeof rule>;

const read = { auth: 'access', permission: 'PROFILE_SETTINGS' } as const;
const manage = { ...read, right: 'settings.manage' } as const;
const rules = z.object({ rules: z.array(rule) });

export const listRules = defineCall({
  id: 'listRules',
  method: 'GET',
  path: '/automation/rules',
  summary: 'Automation rules in the order in which they run',
  ...read,
  data: rules,
});
export const addRule = defineCall({
  id: 'addRule',
  method: 'POST',
  audited: true,
  path: '/automation/rules',
  summary: 'Add a rule at the end of the list',
  ...manage,
  body: ruleDraft,
  data: rule,
  idempotent: true,
});
export const updateRule = defineCall({
  id: 'updateRule',
  method: 'PUT',
  audited: true,
  path: '/automation/rules/{id}',
  summary: 'Change a rule, or switch it on or off',
  ...manage,
  params: idParams,
  body: z.extend(ruleDraft, { version: recordVersion }),
  data: rule,
});
export const deleteRule = defineCall({
  id: 'deleteRule',
  method: 'DELETE',
  audited: true,
  path: '/automation/rules/{id}',
  summary: 'Delete a rule; reasons that orders keep still name it',
  ...manage,
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST_CHANGES)) }),
  data: rules,
});
export const orderRules = defineCall({
  id: 'orderRules',
  method: 'PUT',
  audited: true,
  path: '/automation/rules-order',
  summary: 'Set the order in which the rules run; refused when a rule was added or deleted meanwhile',
  ...manage,
  body: z.object({ ids: z.array(id).check(z.maxLength(MOST_RULES)) }),
  data: rules,
});

/** Where a part of a decision came from, with an English sentence; screens word it from the other fields. */
export const decisionReason = z.object({
  part: z.enum([...DECISION_PARTS, 'hold', 'tag', 'location']),
  layer: z.enum(LAYERS),
  ruleId: z.optional(z.nullable(id)),
  ruleName: z.optional(z.nullable(z.string())),
  presetId: z.optional(z.nullable(id)),
  because: z.string(),
  /** The value in words a person knows: a service's code, a package's name, a tag. */
  value: z.optional(z.nullable(z.string())),
});
export type DecisionReasonDto = z.infer<typeof decisionReason>;

/** How an order would be shipped without asking anybody. */
export const decisionDto = z.object({
  services: z.nullable(z.array(serviceChoice)),
  pick,
  withinDays: z.nullable(z.int()),
  grantIds: z.nullable(z.array(id)),
  package: z.nullable(z.object({ id, name: z.string() })),
  insuredValue: z.nullable(money),
  signature: z.enum(SIGNATURE_OPTIONS),
  saturdayDelivery: z.boolean(),
  mustVerify: z.boolean(),
  /** What the buyer chose at the checkout, and what it stands for; null: nobody mapped it. */
  requested: z.nullable(z.object({ name: z.string(), service: z.nullable(serviceChoice) })),
  reasons: z.array(decisionReason),
});
export type DecisionDto = z.infer<typeof decisionDto>;

export const dryRunOrder = z.object({
  orderId: id,
  orderNumber: z.string(),
  placedAt: z.string(),
  recipient: z.string(),
  /** Rules that hold for it, in order. */
  rules: z.array(z.object({ id: z.nullable(id), name: z.string() })),
  /** What the rules would set, and what of it would be new to this order. */
  changes: z.array(
    z.object({
      what: z.string(),
      from: z.nullable(z.string()),
      to: z.string(),
      ruleName: z.string(),
      changes: z.boolean(),
    }),
  ),
});
export type DryRunOrder = z.infer<typeof dryRunOrder>;

export const dryRunRules = defineCall({
  id: 'dryRunRules',
  method: 'POST',
  path: '/automation/rules/dry-run',
  summary: 'What rules would do to orders that are here: nothing is written',
  readOnly: true,
  ...read,
  body: z.object({
    /** Orders of so many days back; with a selection the days do not count. */
    days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(365)))),
    selection: z.optional(z.nullable(z.object(selectionFields))),
    /** A rule that is not saved yet, or the new form of one that is; absent: the rules as they stand. */
    draft: z.optional(z.nullable(z.object({ id: z.nullable(id), rule: ruleDraft }))),
  }),
  data: z.object({
    /** Orders looked at, the newest first; `capped` when there are more. */
    looked: z.int(),
    capped: z.boolean(),
    /** Of these, how many meet each rule and how many would change by it. */
    perRule: z.array(z.object({ id: z.nullable(id), name: z.string(), matched: z.int(), changed: z.int() })),
    /** Of all orders looked at, how many would change. */
    changed: z.int(),
    /** The first 100 that meet a rule (of a draft: this rule). */
    orders: z.array(dryRunOrder),
  }),
});

export const HOTKEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const presetFields = { name: required(60), hotkey: z.nullable(z.enum(HOTKEYS)), choice: shippingChoice };
export const preset = z.object({
  id,
  ...presetFields,
  packageName: z.nullable(z.string()),
  version: recordVersion,
  problems: z.array(z.string()),
});
export type PresetDto = z.infer<typeof preset>;
const presets = z.object({ presets: z.array(preset) });

/** For everybody who ships: the order page and the list apply them with the keys 1 to 9. */
export const listPresets = defineCall({
  id: 'listPresets',
  method: 'GET',
  path: '/automation/presets',
  summary: 'Presets, those with a key first',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  data: presets,
});
export const addPreset = defineCall({
  id: 'addPreset',
  method: 'POST',
  audited: true,
  path: '/automation/presets',
  summary: 'Add a preset; a key that another has moves to this one',
  ...manage,
  body: z.object(presetFields),
  data: preset,
  idempotent: true,
});
export const updatePreset = defineCall({
  id: 'updatePreset',
  method: 'PUT',
  audited: true,
  path: '/automation/presets/{id}',
  summary: 'Change a preset; a key that another has moves to this one',
  ...manage,
  params: idParams,
  body: z.object({ ...presetFields, version: recordVersion }),
  data: preset,
});
export const deletePreset = defineCall({
  id: 'deletePreset',
  method: 'DELETE',
  audited: true,
  path: '/automation/presets/{id}',
  summary: 'Delete a preset; orders keep what it gave them',
  ...manage,
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST_CHANGES)) }),
  data: presets,
});

const shipper = { auth: 'access', permission: 'ECOMMERCE_ORDERS', right: 'orders.edit' } as const;
const changedChoices = z.object({
  ...bulkOutcome.shape,
  /** For `undoChoices`; null when nothing changed. */
  undoId: z.nullable(id),
});

export const applyPreset = defineCall({
  id: 'applyPreset',
  method: 'POST',
  path: '/automation/presets/apply',
  summary: 'Have orders ship with a preset; what it does not say stays as it was chosen before',
  ...shipper,
  body: z.object({ presetId: id, ...selectionFields }),
  data: changedChoices,
  idempotent: true,
});
export const setChoice = defineCall({
  id: 'setShippingChoice',
  method: 'POST',
  path: '/automation/choices',
  summary: 'Have orders ship with exactly this; null takes back what was chosen, so that rules count again',
  ...shipper,
  body: z.object({ choice: z.nullable(shippingChoice), ...selectionFields }),
  data: changedChoices,
  idempotent: true,
});
export const undoChoices = defineCall({
  id: 'undoShippingChoices',
  method: 'POST',
  path: '/automation/choices/undo',
  summary: 'Give the orders back what was chosen before; one that somebody chose for since is left alone',
  ...shipper,
  body: z.object({ undoId: id }),
  data: bulkOutcome,
});

/** What stands for one order: chosen, decided now, and the reasons kept with what was done automatically. */
export const getOrderAutomation = defineCall({
  id: 'getOrderAutomation',
  method: 'GET',
  path: '/automation/orders/{id}',
  summary: 'How one order is to be shipped and why',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: z.object({
    choice: z.nullable(shippingChoice),
    preset: z.nullable(z.object({ id, name: z.string() })),
    decision: decisionDto,
    /** The customer's own shipments of the last 180 days that had a promised day, and how many of them kept it, by carrier. */
    punctuality: z.array(z.object({ carrier: z.string(), promised: z.int(), onTime: z.int() })),
    /** Newest first. */
    kept: z.array(
      z.object({ at: z.string(), stage: z.enum(['arrival', 'shipping']), reasons: z.array(decisionReason) }),
    ),
  }),
});

export const requestedService = z.object({
  storeId: id,
  storeName: z.string(),
  requested: z.string(),
  /** Orders that asked for it, counted up to 1,000. */
  orders: z.int(),
  capped: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  mapped: z.nullable(serviceChoice),
});
export type RequestedServiceDto = z.infer<typeof requestedService>;
const requestedServices = z.object({ services: z.array(requestedService) });

export const listRequestedServices = defineCall({
  id: 'listRequestedServices',
  method: 'GET',
  path: '/automation/requested-services',
  summary: 'Services that buyers asked for, store by store, and what they stand for; unmapped ones first',
  ...read,
  data: requestedServices,
});
export const mapRequestedService = defineCall({
  id: 'mapRequestedService',
  method: 'PUT',
  audited: true,
  path: '/automation/requested-services',
  summary: 'Say what a requested service stands for; null takes it back',
  ...manage,
  body: z.object({ storeId: id, requested: required(200), service: z.nullable(serviceChoice) }),
  data: requestedServices,
});

/** What rules, presets and mappings can name. */
export const automationOptions = z.object({
  accounts: z.array(
    z.object({
      grantId: id,
      carrier: z.string(),
      carrierName: z.string(),
      name: z.string(),
      services: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  ),
  packages: z.array(z.object({ id, name: z.string() })),
  locations: z.array(z.object({ id, name: z.string() })),
  stores: z.array(z.object({ id, name: z.string(), platform: z.string() })),
  tags: z.array(z.string()),
  currency,
});
export type AutomationOptions = z.infer<typeof automationOptions>;

export const getAutomationOptions = defineCall({
  id: 'getAutomationOptions',
  method: 'GET',
  path: '/automation/options',
  summary: 'Accounts with their services, packages, ship-from addresses, stores and tags to choose from',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  data: automationOptions,
});
