/** Signing out takes the key of the shift away: what is kept of people cannot be read any more. Unsent rows stay. */
import { memoryDisk } from './memory-disk.ts';
import { openShiftDisk } from './shift-disk.ts';

export async function forgetShift(): Promise<void> {
  const disk = await openShiftDisk().catch(() => memoryDisk());
  await disk.forget();
}
