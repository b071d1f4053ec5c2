/** Holds GraphQL requests and schemas against a vendor's own schema. */
import {
  getNamedType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  specifiedRules,
  validate,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { Verdict } from './differential.ts';
import type { GraphqlRequest } from './graphql-mutants.ts';

/** Types of a value's parts, to tell forms of variables apart. */
export const shapeOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[${shapeOf(value[0])}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([k, v]) => `${k}:${shapeOf(v)}`)
          .join()}}`
      : typeof value;

/** Whether a schema takes a request: its document, and variables that fit. */
export function contractVerdict(schema: GraphQLSchema, request: GraphqlRequest): Verdict {
  const document = parse(request.query);
  const [invalid] = validate(schema, document, specifiedRules, { maxErrors: 1, hideSuggestions: true });
  if (invalid) return { accepted: false, why: invalid.message };
  const operation = document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION);
  const coerced = getVariableValues(schema, operation?.variableDefinitions ?? [], request.variables);
  return coerced.errors ? { accepted: false, why: coerced.errors[0]?.message ?? '' } : { accepted: true, why: 'valid' };
}

const kindOf = (type: GraphQLNamedType): string =>
  isObjectType(type)
    ? 'type'
    : isInterfaceType(type)
      ? 'interface'
      : isEnumType(type)
        ? 'enum'
        : isInputObjectType(type)
          ? 'input'
          : 'scalar';

/** Everything of `part` that `whole` does not have in the same way, or demands beyond it. */
export function schemaDifferences(part: GraphQLSchema, whole: GraphQLSchema): string[] {
  const found: string[] = [];
  for (const [name, type] of Object.entries(part.getTypeMap())) {
    if (name.startsWith('__')) continue;
    const there = whole.getType(name);
    if (!there) found.push(`${name}: not there`);
    else if (kindOf(type) !== kindOf(there)) found.push(`${name}: ${kindOf(type)} here, ${kindOf(there)} there`);
    else if (isEnumType(type) && isEnumType(there))
      for (const { name: value } of type.getValues())
        if (!there.getValue(value)) found.push(`${name}.${value}: not there`);
    if ((isObjectType(type) || isInterfaceType(type)) && (isObjectType(there) || isInterfaceType(there)))
      for (const field of Object.values(type.getFields())) {
        const other = there.getFields()[field.name];
        if (!other || String(field.type) !== String(other.type)) {
          found.push(`${name}.${field.name}: ${String(field.type)} here, ${String(other?.type)} there`);
          continue;
        }
        for (const arg of field.args) {
          const same = other.args.find((a) => a.name === arg.name);
          if (!same || String(same.type) !== String(arg.type) || same.defaultValue !== arg.defaultValue)
            found.push(`${name}.${field.name}(${arg.name}): another type or default`);
        }
        for (const arg of other.args.filter(isRequiredArgument))
          if (!field.args.some((a) => a.name === arg.name)) found.push(`${name}.${field.name}(${arg.name}): demanded`);
      }
    if (isInputObjectType(type) && isInputObjectType(there)) {
      for (const field of Object.values(type.getFields())) {
        const other = there.getFields()[field.name];
        if (!other || String(other.type) !== String(field.type) || other.defaultValue !== field.defaultValue)
          found.push(`${name}.${field.name}: another type or default`);
      }
      for (const field of Object.values(there.getFields()).filter(isRequiredInputField))
        if (!type.getFields()[field.name]) found.push(`${name}.${field.name}: demanded`);
    }
    if (isObjectType(type) && isObjectType(there))
      for (const face of type.getInterfaces())
        if (!there.getInterfaces().some((i) => i.name === getNamedType(face).name))
          found.push(`${name} implements ${face.name}: not there`);
  }
  return found;
}
