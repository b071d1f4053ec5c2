import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** Sentences DHL adds, each on its own. */
export function warningsOf(answer: ObjectReader): string[] {
  return (
    answer.maybe('warnings', (name) => {
      const value = answer.raw(name);
      if (!Array.isArray(value)) throw new FieldProblem(answer.at(name), 'should be a list');
      return value.map((one, index) => {
        if (typeof one !== 'string') throw new FieldProblem(`${answer.at(name)}[${index}]`, 'should be text');
        return one.trim().slice(0, 300);
      });
    }) ?? []
  );
}
