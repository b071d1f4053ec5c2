/** Checks that a value survives JSON unchanged, because what a step keeps is stored and must come back the same. */

/** The first reason why not, naming the member; undefined when it may be stored. Undefined members are allowed and dropped. */
export function jsonProblem(value: unknown, limit: number): string | undefined {
  const wrong = check(value, 'keep', 0);
  if (wrong !== undefined) return wrong;
  const size = JSON.stringify(value).length;
  return size > limit ? `keep has ${size} characters, more than ${limit}` : undefined;
}

function check(value: unknown, at: string, depth: number): string | undefined {
  if (depth > 20) return `${at} is nested too deeply or refers to itself`;
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${at} is ${value}`;
  if (Array.isArray(value))
    return firstProblem(
      value.map((v: unknown, i) => [`${at}[${i}]`, v] as const),
      depth,
    );
  if (typeof value !== 'object') return `${at} is a ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${at} is a ${value.constructor.name}, not a plain object`;
  return firstProblem(
    Object.entries(value).map(([k, v]) => [`${at}.${k}`, v] as const),
    depth,
  );
}

function firstProblem(members: readonly (readonly [string, unknown])[], depth: number): string | undefined {
  for (const [at, member] of members) {
    const wrong = check(member, at, depth + 1);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
