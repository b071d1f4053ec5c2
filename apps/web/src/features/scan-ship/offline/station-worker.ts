/** Registers the worker that keeps the program itself on stations (`worker.ts`). */

let registered: Promise<boolean> | undefined;

/** @returns whether the page will start without a connection; false where the browser allows no worker */
export const keepProgram = (): Promise<boolean> =>
  (registered ??=
    'serviceWorker' in navigator
      ? navigator.serviceWorker.register('/station-worker.js').then(
          () => true,
          () => false,
        )
      : Promise.resolve(false));
