/** The machine this browser works at: the one of its print agent; undefined where the browser prints. */
import { listPrinters } from '@scanship/contracts/printing/printers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchData } from '../../app/api.ts';
import { useProfile } from '../../app/profile.ts';
import { stationOf, useStationChoice } from '../../lib/printing/station.ts';

const machinesQuery = queryOptions({
  queryKey: ['scan-machines'],
  queryFn: async ({ signal }) => (await fetchData(listPrinters, { signal })).agents,
  staleTime: 60_000,
  retry: false,
  // Without the list the browser prints, as it does without a machine.
  meta: { quiet: true },
});

/** `known` is false until that is clear: what is printed must not go astray meanwhile. */
export function useStationMachine(): { readonly known: boolean; readonly machineId: string | undefined } {
  const may = useProfile().rights.includes('labels.print');
  const machines = useQuery({ ...machinesQuery, enabled: may });
  const chosen = useStationChoice();
  return {
    known: !may || machines.isSuccess || machines.isError,
    machineId: stationOf(machines.data ?? [], chosen)?.machineId,
  };
}
