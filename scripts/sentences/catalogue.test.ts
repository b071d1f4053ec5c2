/** Every sentence of the sources has its French, and the catalogue holds nothing else. */
import { describe, expect, it } from 'vitest';
import { EXACT_SENTENCES } from '../../apps/server/src/platform/language/exact-sentences.ts';
import { differenceOf, readCatalogue } from './catalogue.ts';
import { sentencesOf, sentencesOfSources } from './extract-sentences.ts';

describe('sentences of a source', () => {
  it.each([
    ['a message', "problem('validation', { message: 'Choose a file.' })", ['Choose a file.']],
    ['a sentence with values', 'fail(`Order ${n} has ${count} lines.`)', ['Order {0} has {1} lines.']],
    ['values beside each other as one', 'say(`Saved ${a}${b} now.`)', ['Saved {0} now.']],
    ['a piece of a sentence', "say(`It is ${late ? 'too late' : name} now.`)", ['It is {0} now.', 'too late']],
    ['a shown text that is no whole sentence', "f({ why: 'Entered by hand' })", ['Entered by hand']],
    ['what a document cannot do', "throw new DocumentError('This file is not a PDF.')", ['This file is not a PDF.']],
    ['what is wrong with a field', "throw new FieldProblem(at, 'is missing')", ['{0:path} is missing.']],
    ['a part of an answer', "throw new FieldProblem('The list', `has ${n} pages`)", ['The list has {0} pages.']],
    ['a name that begins in lower case', "const x = 'eBay has nothing left.'", ['eBay has nothing left.']],
    ['one of two', "const x = late ? 'It is over.' : 'It is open.'", ['It is over.', 'It is open.']],
    ['how a sentence goes on', 'const x = said ? ` It said: "${said}"` : \'\'', ['It said: "{0}"']],
  ])('hold %s', (_name, source, expected) => expect(sentencesOf(source)).toEqual(expected));
  it.each([
    ['an error for the log', "throw new RangeError('A length must be positive.')"],
    ['a statement', 'tx(sql`SELECT a FROM b WHERE c = ${d}.`)'],
    ['a log line', "log.info({ a }, 'A job was done.')"],
    ['a code', "f({ code: 'not_found', kind: 'one two' })"],
    ['what is compared', "if (text === 'Session is over.') stop()"],
    ['a choice of language', "const x = locale === 'fr-CA' ? 'Une phrase.' : 'A sentence.'"],
  ])('leave out %s', (_name, source) => expect(sentencesOf(source)).toEqual([]));
});

describe('the French catalogue', () => {
  const catalogue = readCatalogue();
  const valuesOf = (text: string) => [...new Set(text.match(/\{\d+(?=[}:])/g))].toSorted();

  it('has every sentence of the sources and no other (npm run sentences)', () => {
    const sentences = sentencesOfSources();
    expect(sentences.size).toBeGreaterThan(1_500);
    expect(differenceOf(sentences.keys(), catalogue)).toEqual({ missing: [], unused: [] });
  });
  it('keeps the values of every sentence', () => {
    const wrong = Object.entries(catalogue).filter(
      ([english, french]) => String(valuesOf(english)) !== String(valuesOf(french)),
    );
    expect(wrong).toEqual([]);
  });
  it('has no sentence that clients compare', () => {
    expect(Object.keys(catalogue).filter((english) => EXACT_SENTENCES.has(english))).toEqual([]);
  });
  it('is written as French is: its quotation marks and the space before a colon', () => {
    const wrong = Object.values(catalogue).filter((french) =>
      /«(?!\u00a0)|(?<!\u00a0)»|\s;|[^\u00a0\s] :| :|"/.test(french),
    );
    expect(wrong).toEqual([]);
  });
});
