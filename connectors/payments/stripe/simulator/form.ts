/** The bodies Stripe takes: forms with brackets ("metadata[payment]", "expand[0]"). Values are texts. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

export function readForm(text: string): FormObject {
  const whole: FormObject = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[?/).filter((part) => part !== '');
    const last = path.pop();
    if (last === undefined) continue;
    let at = whole;
    for (const part of path) {
      const next = at[part];
      const below: FormObject = typeof next === 'object' ? next : {};
      at[part] = below;
      at = below;
    }
    at[last] = value;
  }
  return whole;
}

export const textOf = (form: FormObject, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A list ("expand[0]") or a map ("metadata[a]") as plain texts. */
export const textsOf = (form: FormObject, name: string): Record<string, string> => {
  const value = form[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each] as const] : [])),
  );
};
