/** Ties the table to this page: the scanner, sounds, the state of the line, and what follows the reader's eye. */
import type { ScanSettingDto } from '@scanship/contracts/printing/scan-ship';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { catchScans } from './catch-scans.ts';
import { toneOf } from './model/feedback.ts';
import type { Journal } from './model/journal.ts';
import { createStation } from './model/station.ts';
import type { Station, TableView } from './model/station-types.ts';
import { shiftPapers } from './offline/shift-api.ts';
import type { ShiftHold } from './offline/shift-hold.ts';
import { shiftStationCalls } from './offline/shift-station-calls.ts';
import { stationCalls } from './scan-ship-api.ts';
import { playTone } from './sounds.ts';

export function useStation(
  machineId: string | undefined,
  setting: ScanSettingDto,
  hold: ShiftHold | undefined,
): Station | undefined {
  const [station, setStation] = useState<Station | undefined>(undefined);
  const latest = useRef(setting);
  useEffect(() => {
    latest.current = setting;
    station?.applySetting(setting);
  }, [setting, station]);
  useEffect(() => {
    if (!hold) return undefined;
    // With the person's other data: it goes when somebody else signs in.
    const kept = ['scan-journal', machineId ?? null];
    queryClient.setQueryDefaults(['scan-journal'], { gcTime: Number.POSITIVE_INFINITY });
    const server = stationCalls(
      machineId,
      () => latest.current,
      () => hold.view().shift?.stationId,
    );
    const made = createStation(
      shiftStationCalls(server, hold, shiftPapers(machineId), () => latest.current),
      latest.current,
      queryClient.getQueryData<Journal>(kept),
    );
    setStation(made);
    const endScans = catchScans((code) => made.scan(code));
    let said = made.view().feedback;
    const endSounds = made.subscribe(() => {
      const { feedback, journal } = made.view();
      if (journal !== queryClient.getQueryData(kept)) queryClient.setQueryData(kept, journal);
      if (feedback === said) return;
      said = feedback;
      const tone = feedback && toneOf(feedback);
      if (tone) playTone(tone, latest.current.muted ? 0 : latest.current.volume);
    });
    const back = () => made.lineIsBack();
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('online', back);
      endScans();
      endSounds();
      made.close();
    };
  }, [machineId, hold]);
  return station;
}

export const useTable = (station: Station): TableView => useSyncExternalStore(station.subscribe, station.view);
