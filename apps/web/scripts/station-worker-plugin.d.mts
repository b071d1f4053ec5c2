import type { Plugin } from 'vite';

export declare function programFiles(folder: string): { url: string; revision: string | null }[];
export declare const stationWorkerPlugin: () => Plugin;
