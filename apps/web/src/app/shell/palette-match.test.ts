import { describe, expect, it } from 'vitest';
import { matching } from './palette-match.ts';

const entry = (title: string) => ({ id: title, group: '', title, run: () => undefined });

describe('matching', () => {
  const entries = ['Commandes', 'Étiquettes', 'Nouvelle commande'].map(entry);
  const titles = (text: string) => matching(entries, text).map((e) => e.title);
  it('ignores case and accents, and wants every word', () => {
    expect(titles('etiq')).toEqual(['Étiquettes']);
    expect(titles('COMMANDE nouv')).toEqual(['Nouvelle commande']);
    expect(titles('commande zzz')).toEqual([]);
  });
  it('offers everything while nothing is typed', () => expect(titles('  ')).toHaveLength(3));
});
