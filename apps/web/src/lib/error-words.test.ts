import { setupI18n } from '@lingui/core';
import { ERRORS } from '@scanship/contracts/errors';
import { TRANSPORT_ERRORS } from '@scanship/contracts/transport-errors';
import { describe, expect, it } from 'vitest';
import { ApiError, TransportError } from './api-errors.ts';
import { ADVICE_WORDS, ERROR_WORDS } from './error-catalogue.ts';
import './error-translation.ts';
import { saySentence } from './error-sentence.ts';
import { sayError } from './error-words.ts';
import { STATUS_WORDS, TRANSPORT_WORDS } from './transport-words.ts';

describe('the translated catalogue', () => {
  it('has every code with the exact sentence and advice of the contracts', () => {
    expect(Object.keys(ERROR_WORDS).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const [code, entry] of Object.entries(ERRORS)) {
      expect(ERROR_WORDS[code]?.message).toBe(entry.message);
      const advice = 'advice' in entry ? entry.advice : undefined;
      expect(ADVICE_WORDS[code]?.message).toBe(advice);
    }
    for (const kind of ['network', 'aborted', 'timeout', 'cancelled', 'protocol'] as const)
      expect(TRANSPORT_WORDS[kind].message).toBe(TRANSPORT_ERRORS[kind]);
    expect(STATUS_WORDS.message).toBe(TRANSPORT_ERRORS.status(0).replace('0', '{status}'));
  });
});

describe('sayError', () => {
  const french = setupI18n({
    locale: 'fr-CA',
    messages: {
      'fr-CA': {
        'error.session_expired': 'Session expirée',
        'error.rate_expired': 'Ce tarif a expiré.',
        'advice.rate_expired': 'Redemandez les tarifs.',
        'transport.network': 'Erreur de réseau',
        'transport.status': [['Échec : code '], ['status']].flat(),
        'advice.transport': 'Vérifiez la connexion.',
      },
    },
  });
  it('translates a sentence of the catalogue that is told elsewhere than as a failure, and no other', () => {
    expect(saySentence(ERRORS.rate_expired.message, french)).toBe('Ce tarif a expiré.');
    expect(saySentence(ERRORS.rate_expired.advice, french)).toBe('Redemandez les tarifs.');
    expect(saySentence('UPS said something else.', french)).toBe('UPS said something else.');
  });
  it('translates a catalogue sentence and its advice by code', () => {
    const error = new ApiError(409, ERRORS.rate_expired.message, {
      code: 'rate_expired',
      advice: ERRORS.rate_expired.advice,
      reference: 'r1',
    });
    expect(sayError(error, french)).toEqual({
      title: 'Ce tarif a expiré.',
      advice: 'Redemandez les tarifs.',
      reference: 'r1',
    });
  });
  it('translates by sentence where no code came', () => {
    expect(sayError(new ApiError(401, 'Session expired'), french).title).toBe('Session expirée');
  });
  it('shows a more precise sentence as the server wrote it', () => {
    const error = new ApiError(422, 'Canada Post: the postal code is unknown.', { code: 'carrier_refused' });
    expect(sayError(error, french).title).toBe('Canada Post: the postal code is unknown.');
  });
  it('transport errors have their words and an advice', () => {
    expect(sayError(new TransportError('network'), french)).toEqual({
      title: 'Erreur de réseau',
      advice: 'Vérifiez la connexion.',
    });
  });
  it('something unforeseen is not shown raw', () => {
    expect(
      sayError(new TypeError('x is undefined'), setupI18n({ locale: 'en', messages: { en: {} } })).title,
    ).not.toContain('undefined');
  });
});
