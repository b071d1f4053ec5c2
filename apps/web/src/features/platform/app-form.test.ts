import { describe, expect, it } from 'vitest';
import { nameIsWrong, recordOf, secretsOf } from './app-form.ts';
import { missingLabels, partsOf, placeOf, randomText } from './vendor-app.ts';

const pair = (name: string, value: string, key = 0) => ({ key, name, value });

it('sends only secrets that were typed, and empties those that are to go', () => {
  const typed = [pair('clientSecret', 's3cret'), pair('webhookKey', '')];
  expect(secretsOf(typed, new Set(['old']))).toEqual({ clientSecret: 's3cret', old: '' });
  // Taken away and typed anew is a new value.
  expect(secretsOf([pair('old', 'new')], new Set(['old']))).toEqual({ old: 'new' });
  expect(secretsOf([], new Set())).toEqual({});
});

it('leaves out rows without a usable name', () => {
  expect(recordOf([pair('', 'x'), pair('scopes', 'read'), pair('bad name', 'y')])).toEqual({ scopes: 'read' });
  expect(nameIsWrong('bad name')).toBe(true);
  expect(nameIsWrong('')).toBe(false);
});

describe('an app at a vendor', () => {
  const fields = [
    { name: 'clientId', label: 'App ID', secret: false, required: true },
    { name: 'clientSecret', label: 'Cert ID', secret: true, required: true },
    { name: 'ruName', label: 'RuName', secret: false, required: true },
    { name: 'verificationToken', label: 'Verification token', secret: true, required: false },
  ];

  it('sends each value as the vendor’s connector declares it: secrets to be sealed, settings whole', () => {
    expect(partsOf(fields, { clientId: ' app ', clientSecret: 'cert', ruName: 'Maple-1' }, new Set())).toEqual({
      clientId: 'app',
      secrets: { clientSecret: 'cert' },
      settings: { ruName: 'Maple-1' },
    });
    // What is stored and not typed stays; what was taken away goes.
    expect(partsOf(fields, { clientId: 'app', ruName: 'Maple-1' }, new Set(['verificationToken']))).toEqual({
      clientId: 'app',
      secrets: { verificationToken: '' },
      settings: { ruName: 'Maple-1' },
    });
    expect(fields.map(placeOf)).toEqual([
      'clientId',
      'secrets.clientSecret',
      'settings.ruName',
      'secrets.verificationToken',
    ]);
  });

  it('lacks what is needed and neither typed nor stored', () => {
    expect(missingLabels(fields, { clientId: 'app' }, new Set(['clientSecret']))).toEqual(['RuName']);
    expect(missingLabels(fields, { clientId: 'app', ruName: 'x', clientSecret: 'y' }, new Set())).toEqual([]);
  });

  it('makes a secret no two of which are alike', () => {
    expect(randomText()).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(randomText()).not.toBe(randomText());
  });
});
