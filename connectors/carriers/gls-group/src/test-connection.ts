import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { allowedBetween } from './allowed.ts';
import { contactOf } from './client.ts';
import { manifest } from './manifest.ts';

/** Between two places of GLS's own documentation; the question proves sign-in and contact. */
const HERE = { countryCode: 'DE', zipcode: '38106' };
const THERE = { countryCode: 'DE', zipcode: '65760' };

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  await allowedBetween(HERE, THERE, env, 'connection test');
  return { message: `Connected to ${manifest.name} with contact ID ${contactOf(env)}.` };
}
