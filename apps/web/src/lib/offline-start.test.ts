import { expect, it } from 'vitest';
import { ApiError, TransportError } from './api-errors.ts';
import { forgetOffline, keepForOffline, orKept } from './offline-start.ts';
import { memoryStore } from './storage.ts';

const soon = () => new Date(Date.now() + 60_000).toISOString();
const cut = () => Promise.reject(new TransportError('network'));

it('starts from kept answers only while the shift runs and only where the network is missing', async () => {
  const store = memoryStore();
  await expect(orKept(store, 'profile', cut)).rejects.toBeInstanceOf(TransportError);
  keepForOffline(store, soon(), { profile: { userName: 'mia' } });
  expect(await orKept(store, 'profile', cut)).toEqual({ userName: 'mia' });
  await expect(orKept(store, 'brand', cut)).rejects.toBeInstanceOf(TransportError);
  // The server's word counts, whatever is kept.
  await expect(orKept(store, 'profile', () => Promise.reject(new ApiError(503, 'Down')))).rejects.toThrow('Down');
  expect(await orKept(store, 'profile', () => Promise.resolve({ userName: 'noah' }))).toEqual({ userName: 'noah' });
  forgetOffline(store);
  await expect(orKept(store, 'profile', cut)).rejects.toBeInstanceOf(TransportError);
  keepForOffline(store, new Date(Date.now() - 1).toISOString(), { profile: {} });
  await expect(orKept(store, 'profile', cut)).rejects.toBeInstanceOf(TransportError);
});
