/** Which alerts of the rules file a scrape raises. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Of those that compare one metric with a number; without labels any of its lines counts, as in Prometheus. */
export function raised(metrics: string): readonly string[] {
  const file = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const lines = metrics.split('\n');
  return file.groups
    .flatMap(({ rules }) => rules)
    .filter(({ expr }) => {
      const [, selector = '', operator = '', number = ''] = /^([\w:]+(?:\{[^}]*\})?) (>|==) ([\d.]+)$/.exec(expr) ?? [];
      if (selector === '') return false;
      return lines
        .filter((line) => line.startsWith(`${selector} `) || line.startsWith(`${selector}{`))
        .map((line) => Number(line.slice(line.lastIndexOf(' '))))
        .some((value) => (operator === '>' ? value > Number(number) : value === Number(number)));
    })
    .map(({ alert, expr }) => `${alert}: ${expr}`);
}
