/** Which alerts of the rules file scrapes raise, for as much of PromQL as stands in it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Rule {
  readonly alert: string;
  readonly expr: string;
}

export const rules = (): readonly Rule[] =>
  (parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );

const EXPRESSION =
  /^(?:sum\((?<over>rate|increase)\()?(?<name>[\w:]+)(?:\{(?<labels>[^}]*)\})?(?:\[(?<window>\d+)(?<unit>[mh])\]\)\))? (?<operator>>|==) (?<number>[\d.]+)$/;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600 };

/** `name{label="value"} 12`; what is asked for by `=~` must fit as a whole. */
function valuesOf(scrape: string, name: string, labels: string): number[] {
  const wanted = [...labels.matchAll(/(\w+)(=~?)"([^"]*)"/g)];
  return scrape.split('\n').flatMap((line) => {
    const [, own, has = '', value] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const fits = wanted.every(([, label = '', how, sought = '']) => {
      const found = new RegExp(`(?:^|,)${label}="([^"]*)"`).exec(has)?.[1];
      return found !== undefined && (how === '=' ? found === sought : new RegExp(`^(?:${sought})$`).test(found));
    });
    return own === name && fits ? [Number(value)] : [];
  });
}

/** @param before a scrape a whole window earlier, for rules that say how fast something grows */
export function raised(scrape: string, before?: string): readonly string[] {
  return rules()
    .filter(({ expr }) => {
      const part = EXPRESSION.exec(expr)?.groups;
      if (!part) throw new Error(`no test can tell whether this is raised: ${expr}`);
      const { over, name = '', labels = '', window, unit = '', operator, number } = part;
      const now = valuesOf(scrape, name, labels);
      if (over === undefined) return now.some((value) => compare(value, operator, Number(number)));
      if (before === undefined) return false;
      const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
      const grown = sum(now) - sum(valuesOf(before, name, labels));
      const perWindow = over === 'rate' ? grown / (Number(window) * (SECONDS[unit] ?? 0)) : grown;
      return compare(perWindow, operator, Number(number));
    })
    .map(({ alert, expr }) => `${alert}: ${expr}`);
}

const compare = (value: number, operator: string | undefined, limit: number): boolean =>
  operator === '==' ? value === limit : value > limit;
