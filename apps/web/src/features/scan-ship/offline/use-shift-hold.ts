/** Ties the shift to this page: opened for the person, sent when the line is back, kept for a start without one. */
import type { ScanSettings } from '@scanship/contracts/printing/scan-ship';
import { useEffect, useRef, useState } from 'react';
import { brandingQuery } from '../../../app/branding.ts';
import { profileQuery, useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { forgetOffline, keepForOffline } from '../../../lib/offline-start.ts';
import { browserStore } from '../../../lib/storage.ts';
import { keptSettingName } from '../scan-ship-api.ts';
import { openShiftHold } from './shift-api.ts';
import type { ShiftHold } from './shift-hold.ts';
import { keepProgram } from './station-worker.ts';

/** How often what waits is tried again: a line may come back without the browser noticing. */
const AGAIN_MS = 10_000;

/** Undefined until the disk of this station is open. */
export function useShiftHold(machineId: string | undefined, settings: ScanSettings): ShiftHold | undefined {
  const owner = useProfile().userName;
  const latest = useRef(settings);
  const [hold, setHold] = useState<ShiftHold | undefined>(undefined);
  useEffect(() => {
    latest.current = settings;
  }, [settings]);
  useEffect(() => {
    let gone = false;
    let stop: (() => void) | undefined;
    const begin = async (): Promise<void> => {
      const opened = await openShiftHold(owner, machineId, () => latest.current.setting);
      if (gone) return;
      const replay = () => void opened.replay();
      let shift: string | undefined;
      const follow = (): void => {
        const now = opened.view().shift;
        if (now?.id === shift) return;
        shift = now?.id;
        if (now)
          keepForOffline(browserStore(), now.endsAt, {
            brand: queryClient.getQueryData(brandingQuery.queryKey),
            profile: queryClient.getQueryData(profileQuery.queryKey),
            [keptSettingName(machineId)]: latest.current,
          });
        else forgetOffline(browserStore());
      };
      const end = opened.subscribe(follow);
      follow();
      const timer = setInterval(() => opened.view().waiting > 0 && replay(), AGAIN_MS);
      const back = () => {
        opened.lineIs(true);
        replay();
      };
      const cut = () => opened.lineIs(false);
      window.addEventListener('online', back);
      window.addEventListener('offline', cut);
      if (navigator.onLine) replay();
      else cut();
      stop = () => {
        end();
        clearInterval(timer);
        window.removeEventListener('online', back);
        window.removeEventListener('offline', cut);
      };
      setHold(opened);
    };
    void begin();
    return () => {
      gone = true;
      stop?.();
    };
  }, [owner, machineId]);
  // The program itself is kept by a worker, on stations only.
  useEffect(() => {
    void keepProgram();
  }, []);
  return hold;
}
